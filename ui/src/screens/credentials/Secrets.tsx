import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schemas } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Denied, mayAct } from '#/parts/Denied';
import { Confirm } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { useNow } from '#/parts/now';
import { Entry } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { StateLine } from '#/parts/Steps';
import { Table } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useCommand } from '#/shell/commands';
import { useApp, useOrganization } from '#/shell/place';
import { t } from '#/texts';

type Secret = Schemas['ClientSecret'];
type Make = { mutate: (init: { params: { path: { id: string } } }, options?: { onSuccess?: () => void }) => void; isPending: boolean; error: unknown };

const listPath = '/developer/apps/{id}/secrets';
const short = (secret: Secret) => `${secret.prefix}…`;

export function Secrets({ make }: { make: Make }) {
  const app = useApp();
  const organization = useOrganization();
  const allowed = organization !== undefined && mayAct(organization.role, 'admin');
  const members = api.useQuery('get', '/developer/organizations/{id}/members', { params: { path: { id: app.organizationId } } }, { enabled: organization !== undefined && !allowed });
  if (app.type === 'PUBLIC') {
    return (
      <Entry id="secrets" title={t.credentials.secrets}>
        <p className="small muted"><Say text={t.credentials.publicHasNone} /></p>
      </Entry>
    );
  }
  return (
    <Entry id="secrets" title={t.credentials.secrets} about={t.credentials.secretsAbout}>
      {organization && !allowed && (
        <Denied
          level={3}
          need="admin"
          have={organization.role}
          organization={organization.name}
          what={t.credentials.seeSecrets}
          people={members.data?.data.filter((one) => mayAct(one.role, 'admin')).map((one) => one.name)}
        />
      )}
      {allowed && <SecretList make={make} />}
    </Entry>
  );
}

function SecretList({ make }: { make: Make }) {
  const app = useApp();
  const queries = useQueryClient();
  const init = { params: { path: { id: app.id } } };
  const secrets = api.useQuery('get', listPath, init);
  const revoke = api.useMutation('delete', '/developer/apps/{id}/secrets/{secretId}');
  const [asked, setAsked] = useState<Secret>();
  const readAnew = () => queries.invalidateQueries({ queryKey: ['get', listPath] });
  const rows = secrets.data?.data.toReversed() ?? [];
  const full = rows.length >= 2;
  const add = () => {
    if (!full && !make.isPending) make.mutate(init, { onSuccess: () => void readAnew() });
  };
  useCommand('make-secret', t.credentials.make, add);

  if (secrets.error && !secrets.data) return <Failure error={secrets.error} title={t.parts.failed(t.credentials.secrets)} onRetry={() => void secrets.refetch()} />;
  if (!secrets.data) return <div className="card"><Bones rows={2} /></div>;
  return (
    <>
      {full && <Rotation newest={rows[0]!} old={rows[1]!} />}
      {rows.length > 0 && (
        <Card flush foot={<span><Say text={t.credentials.revokeMeans} /></span>}>
          <Table
            label={t.credentials.secrets}
            rows={rows}
            rowKey={(secret) => secret.id}
            columns={[
              { key: 'secret', head: t.credentials.secret, fold: 'first', cell: (secret) => <code>{short(secret)}</code> },
              { key: 'made', head: t.credentials.made, fold: 'meta', label: t.credentials.made, cell: (secret) => <MadeBy secret={secret} /> },
              { key: 'used', head: t.credentials.lastUsed, fold: 'full', cell: (secret) => <LastUsed secret={secret} /> },
              {
                key: 'act', head: <span className="unseen">{t.credentials.act}</span>, end: true, fold: 'act', cell: (secret) => (
                  <Button little look={secret.lastUsedAt ? 'danger' : 'plain'} off={full ? undefined : t.credentials.lastOne} onClick={() => setAsked(secret)}>
                    {t.credentials.revoke(short(secret))}
                  </Button>
                ),
              },
            ]}
          />
        </Card>
      )}
      <Button little off={full ? t.credentials.two : undefined} busy={make.isPending} onClick={add}>{t.credentials.make}</Button>
      {make.error ? <Failure error={make.error} title={t.credentials.notMade} /> : null}
      <Confirm
        open={asked !== undefined}
        onClose={() => {
          setAsked(undefined);
          revoke.reset();
        }}
        title={t.credentials.revokeTitle(asked ? short(asked) : '')}
        keep={t.credentials.keep}
        act={t.credentials.revoke(asked ? short(asked) : '')}
        busy={revoke.isPending}
        error={revoke.error}
        onAct={() => revoke.mutate({ params: { path: { id: app.id, secretId: asked!.id } } }, {
          onSuccess: () => {
            toast(t.credentials.revoked(short(asked!)));
            setAsked(undefined);
            void readAnew();
          },
        })}
      >
        <p><Say text={t.credentials.revokeWhy} /></p>
        <p>{asked?.lastUsedAt ? <Say text={t.credentials.revokeUsed} when={<Time at={asked.lastUsedAt} />} /> : t.credentials.revokeUnused}</p>
      </Confirm>
    </>
  );
}

const hour = 3_600_000;

/** Rotation says how far the change from one secret to the other has come. */
function Rotation({ newest, old }: { newest: Secret; old: Secret }) {
  const now = useNow();
  // Use is told to the hour, so the old one is silent when two hours have passed.
  const silent = old.lastUsedAt === null || now - Date.parse(old.lastUsedAt) > 2 * hour;
  const current = newest.lastUsedAt === null ? 'deploy' : silent ? 'revoke' : 'silence';
  const done = (label: string) => <Tag tone="ok">{label}</Tag>;
  return (
    <StateLine
      label={t.credentials.rotation}
      current={current}
      states={[
        { key: 'made', label: done(t.credentials.stepMade) },
        { key: 'deploy', label: current === 'deploy' ? <Tag tone="warn">{t.credentials.stepDeploy}</Tag> : done(t.credentials.stepDeployed) },
        { key: 'silence', label: current === 'silence' ? <Tag tone="warn">{t.credentials.stepSilence}</Tag> : current === 'revoke' ? done(t.credentials.stepSilent) : t.credentials.stepSilence },
        { key: 'revoke', label: current === 'revoke' ? <Tag tone="warn">{t.credentials.stepRevoke}</Tag> : t.credentials.stepRevoke },
      ]}
    />
  );
}

function MadeBy({ secret }: { secret: Secret }) {
  if (!secret.madeBy) return <Time at={secret.createdAt} />;
  const who = secret.madeBy.name ? <bdi>{secret.madeBy.name}</bdi> : t.credentials.formerMember;
  return <Say text={t.credentials.madeBy} when={<Time at={secret.createdAt} />} who={who} />;
}

const LastUsed = ({ secret }: { secret: Secret }) =>
  secret.lastUsedAt
    ? <><Tag tone="ok" shape="on"><Time at={secret.lastUsedAt} /></Tag>{secret.network && <span className="sub"><Say text={t.credentials.usedFrom} network={<code>{secret.network}</code>} /></span>}</>
    : <Tag tone="off" shape="queued">{t.credentials.never}</Tag>;
