import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { api } from '#/api/client';
import { Button } from '#/parts/Button';
import { Failure } from '#/parts/Failure';
import { Field, Input } from '#/parts/Field';
import { PageHead } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { toast } from '#/parts/toast';
import { useAccount, useOrganizations } from '#/shell/place';
import { t } from '#/texts';

/** NewOrganization is the first thing that somebody without one sees, and a way to another. */
export function NewOrganization() {
  const first = useOrganizations().data?.data.length === 0;
  const email = useAccount().data?.user.email;
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = api.useMutation('post', '/developer/organizations', {
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ['get', '/developer/organizations'] });
      toast(t.home.created(made.name));
      await navigate({ to: '/console/apps/new', search: first ? {} : { org: made.id } });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() !== '' && !create.isPending) create.mutate({ body: { name: name.trim() } });
  };
  return (
    <>
      <PageHead title={first ? t.home.first : t.home.another} lead={t.home.firstLead} bounded />
      <form className="grid max-w-120 gap-4" onSubmit={submit} noValidate>
        <Field label={t.home.name} hint={t.home.nameHint} error={missing && t.home.nameEmpty}>
          <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="organization" maxLength={100} required />
        </Field>
        {create.error && <Failure level={2} error={create.error} />}
        <div className="actions"><Button type="submit" look="primary" busy={create.isPending}>{t.home.create}</Button></div>
        {first && email && <p className="small muted"><Say text={t.home.invited} email={<b>{email}</b>} /></p>}
      </form>
    </>
  );
}
