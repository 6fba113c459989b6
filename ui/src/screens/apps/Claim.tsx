import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { api } from '#/api/client';
import { Button } from '#/parts/Button';
import { Dialog } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Field, Input } from '#/parts/Field';
import { toast } from '#/parts/toast';
import { t } from '#/texts';

/** Claim makes a client that registered itself an app of the organization; its secret is the proof. */
export function Claim({ organization, open, onClose }: { organization: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t.apps.claimTitle} about={t.apps.claimAbout}>
      <ClaimForm organization={organization} onClose={onClose} />
    </Dialog>
  );
}

function ClaimForm({ organization, onClose }: { organization: string; onClose: () => void }) {
  const claim = api.useMutation('post', '/developer/organizations/{id}/apps/claim');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [clientId, setClientId] = useState('');
  const [clientSecret, setClientSecret] = useState('');
  const missing = clientId.trim() === '' || clientSecret.trim() === '' ? t.apps.claimMissing : undefined;
  return (
    <form
      className="mt-4 grid gap-4"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (missing || claim.isPending) return;
        claim.mutate({ params: { path: { id: organization } }, body: { clientId: clientId.trim(), clientSecret: clientSecret.trim() } }, {
          onSuccess: (app) => {
            toast(t.apps.claimed(app.name));
            onClose();
            void queries.invalidateQueries({ queryKey: ['get', '/developer/organizations/{id}/apps'] });
            void navigate({ to: '/console/apps/$app', params: { app: app.id } });
          },
        });
      }}
    >
      <Field label={t.apps.clientId}>
        <Input value={clientId} autoComplete="off" spellCheck={false} onChange={(event) => setClientId(event.target.value)} />
      </Field>
      <Field label={t.apps.clientSecret}>
        <Input type="password" value={clientSecret} autoComplete="off" spellCheck={false} onChange={(event) => setClientSecret(event.target.value)} />
      </Field>
      {claim.error ? <Failure error={claim.error} title={t.apps.notClaimed} /> : null}
      <div className="actions mt-0!">
        <Button onClick={onClose}>{t.parts.cancel}</Button>
        <Button look="primary" type="submit" busy={claim.isPending} off={missing}>{t.apps.claimAct}</Button>
      </div>
    </form>
  );
}
