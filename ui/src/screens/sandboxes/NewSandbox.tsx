import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Dialog } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Field, Input, Radio } from '#/parts/Field';
import { toast } from '#/parts/toast';
import { t } from '#/texts';
import type { Sandbox } from './sandbox';

export function NewSandbox({ organization, open, onClose }: { organization: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t.sandboxes.make} about={t.sandboxes.makeAbout}>
      <Form organization={organization} onClose={onClose} />
    </Dialog>
  );
}

function Form({ organization, onClose }: { organization: string; onClose: () => void }) {
  const queries = useQueryClient();
  const templates = api.useQuery('get', '/developer/sandbox-templates', {}, { staleTime: Infinity });
  const make = api.useMutation('post', '/developer/organizations/{id}/sandboxes');
  const [name, setName] = useState('');
  const [template, setTemplate] = useState<Sandbox['template']>('SERVICES');
  const [tried, setTried] = useState(false);
  const missing = name.trim() === '' ? t.sandboxes.nameNeeded : undefined;
  return (
    <form
      className="mt-4 grid gap-4"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        setTried(true);
        if (missing || make.isPending) {
          event.currentTarget.querySelector('input')?.focus();
          return;
        }
        make.mutate({ params: { path: { id: organization } }, body: { name: name.trim(), template } }, {
          onSuccess: (made) => {
            toast(t.sandboxes.made(made.name));
            void queries.invalidateQueries({ queryKey: ['get', '/developer/organizations/{id}/sandboxes'] });
            onClose();
          },
        });
      }}
    >
      <Field label={t.sandboxes.name} error={tried ? missing : undefined}>
        <Input value={name} maxLength={120} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <fieldset className="grid gap-3">
        <legend className="label mb-1">{t.sandboxes.template}</legend>
        {templates.error && !templates.data && <Failure error={templates.error} onRetry={() => void templates.refetch()} />}
        {!templates.data && !templates.error && <Bones rows={2} />}
        {templates.data?.data.map((one) => (
          <Radio key={one.code} name="template" checked={template === one.code} onChange={() => setTemplate(one.code)}>
            <b className="font-medium">{one.name}</b>
            <span className="small muted block">{one.description}</span>
          </Radio>
        ))}
      </fieldset>
      {make.error ? <Failure error={make.error} title={t.sandboxes.notMade} /> : null}
      {make.isPending && <p className="why" role="status">{t.sandboxes.takesAWhile}</p>}
      <div className="actions mt-0!">
        <Button onClick={onClose}>{t.parts.cancel}</Button>
        <Button look="primary" type="submit" busy={make.isPending}>{t.sandboxes.make}</Button>
      </div>
    </form>
  );
}
