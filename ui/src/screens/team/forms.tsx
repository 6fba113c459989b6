import { type SubmitEvent, useState } from 'react';
import { api, ifMatch } from '#/api/client';
import { Button } from '#/parts/Button';
import { mayAct } from '#/parts/Denied';
import { Confirm, Dialog } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Field, Input, Radio, Select } from '#/parts/Field';
import { toast } from '#/parts/toast';
import type { Organization } from '#/shell/place';
import { t } from '#/texts';
import { type Member, type Role, roles } from './roles';

type FormProps = { organization: Organization; onClose: () => void; onDone: () => void };

/** RolePicker says what each role may do, where one is chosen. */
function RolePicker({ value, onChange, yours }: { value: Role; onChange: (role: Role) => void; yours: Role }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="label mb-1">{t.team.role}</legend>
      {roles.map((role) => (
        <Radio key={role} name="role" checked={value === role} disabled={!mayAct(yours, role)} onChange={() => onChange(role)}>
          <b className="font-medium">{t.team.roles[role]}</b>
          <span className="small muted block">{mayAct(yours, role) ? t.team.roleMay[role] : t.team.aboveYours}</span>
        </Radio>
      ))}
    </fieldset>
  );
}

export function Invite({ organization, open, onClose, onDone }: FormProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={onClose} title={t.team.inviteTitle(organization.name)} about={t.team.inviteAbout}>
      <InviteForm organization={organization} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function InviteForm({ organization, onClose, onDone }: FormProps) {
  const invite = api.useMutation('post', '/developer/organizations/{id}/invitations');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const [tried, setTried] = useState(false);
  const wrong = /^\S+@\S+$/.test(email.trim()) ? undefined : t.team.emailNeeded;
  return (
    <form
      className="mt-4 grid gap-4"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        setTried(true);
        if (wrong || invite.isPending) {
          event.currentTarget.querySelector('input')?.focus();
          return;
        }
        invite.mutate({ params: { path: { id: organization.id } }, body: { email: email.trim(), role } }, {
          onSuccess: (made) => {
            toast(t.team.invited(made.email));
            onClose();
            onDone();
          },
        });
      }}
    >
      <Field label={t.team.email} error={tried ? wrong : undefined}>
        <Input type="email" value={email} autoComplete="off" spellCheck={false} onChange={(event) => setEmail(event.target.value)} />
      </Field>
      <RolePicker value={role} onChange={setRole} yours={organization.role} />
      {invite.error ? <Failure error={invite.error} title={t.team.notInvited} /> : null}
      <div className="actions mt-0!">
        <Button onClick={onClose}>{t.parts.cancel}</Button>
        <Button look="primary" type="submit" busy={invite.isPending}>{t.team.sendInvitation}</Button>
      </div>
    </form>
  );
}

export function Rename({ organization, open, onClose, onDone }: FormProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={onClose} title={t.team.renameTitle(organization.name)} about={t.team.renameAbout}>
      <RenameForm organization={organization} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function RenameForm({ organization, onClose, onDone }: FormProps) {
  const rename = api.useMutation('patch', '/developer/organizations/{id}');
  const [name, setName] = useState(organization.name);
  const missing = name.trim() === '' ? t.team.nameNeeded : name.trim() === organization.name ? t.team.sameName : undefined;
  return (
    <form
      className="mt-4 grid gap-4"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (missing || rename.isPending) return;
        rename.mutate({ params: { path: { id: organization.id } }, headers: ifMatch(organization.version), body: { name: name.trim() } }, {
          onSuccess: (now) => {
            toast(t.team.renamed(now.name));
            onClose();
            onDone();
          },
        });
      }}
    >
      <Field label={t.team.name}>
        <Input value={name} autoComplete="organization" onChange={(event) => setName(event.target.value)} />
      </Field>
      {rename.error ? <Failure error={rename.error} title={t.team.notRenamed} /> : null}
      <div className="actions mt-0!">
        <Button onClick={onClose}>{t.parts.cancel}</Button>
        <Button look="primary" type="submit" busy={rename.isPending} off={missing}>{t.team.rename}</Button>
      </div>
    </form>
  );
}

export function ChangeRole({ organization, member, onClose, onDone }: FormProps & { member: Member | undefined }) {
  return (
    <Dialog open={member !== undefined} onClose={onClose} title={t.team.changeTitle(member?.name ?? '')}>
      {member && <RoleForm organization={organization} member={member} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

function RoleForm({ organization, member, onClose, onDone }: FormProps & { member: Member }) {
  const change = api.useMutation('patch', '/developer/organizations/{id}/members/{userId}');
  const [role, setRole] = useState(member.role);
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (role === member.role || change.isPending) return;
        change.mutate({ params: { path: { id: organization.id, userId: member.userId } }, body: { role } }, {
          onSuccess: (now) => {
            toast(t.team.changed(now.name, t.parts.yourRole[now.role]));
            onClose();
            onDone();
          },
        });
      }}
    >
      <RolePicker value={role} onChange={setRole} yours={organization.role} />
      {change.error ? <Failure error={change.error} title={t.team.notChanged} /> : null}
      <div className="actions mt-0!">
        <Button onClick={onClose}>{t.parts.cancel}</Button>
        <Button look="primary" type="submit" busy={change.isPending} off={role === member.role ? t.team.sameRole : undefined}>{t.team.changeRole}</Button>
      </div>
    </form>
  );
}

export function HandOver({ organization, open, members, onClose, onDone }: FormProps & { open: boolean; members: readonly Member[] }) {
  const hand = api.useMutation('post', '/developer/organizations/{id}/hand-over');
  const [chosen, setChosen] = useState<string>();
  const heir = members.find((one) => one.userId === chosen);
  const close = () => {
    hand.reset();
    setChosen(undefined);
    onClose();
  };
  return (
    <Confirm
      open={open}
      onClose={close}
      title={t.team.handOverTitle(organization.name)}
      keep={t.team.stayOwner}
      act={heir ? t.team.handOverAct(heir.name) : t.team.handOver}
      off={members.length === 0 ? t.team.nobodyElse : heir ? undefined : t.team.chooseHeir}
      busy={hand.isPending}
      error={hand.error}
      form={(
        <Field label={t.team.newOwner}>
          <Select value={chosen ?? ''} onChange={(event) => setChosen(event.target.value || undefined)}>
            <option value="">{t.team.choose}</option>
            {members.map((one) => <option key={one.userId} value={one.userId}>{`${one.name} (${one.email})`}</option>)}
          </Select>
        </Field>
      )}
      onAct={() => hand.mutate({ params: { path: { id: organization.id } }, body: { userId: heir!.userId } }, {
        onSuccess: () => {
          toast(t.team.handedOver(heir!.name));
          close();
          onDone();
        },
      })}
    >
      <p>{t.team.handOverWhy}</p>
    </Confirm>
  );
}
