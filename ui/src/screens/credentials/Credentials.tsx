import { api } from '#/api/client';
import { Facts } from '#/parts/Card';
import { IdChip } from '#/parts/IdChip';
import { Entry, PageHead } from '#/parts/Page';
import { RevealOnce } from '#/parts/RevealOnce';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { Ending } from './Ending';
import { RedirectUris } from './RedirectUris';
import { Scopes } from './Scopes';
import { Secrets } from './Secrets';
import { Settings } from './Settings';

export function Credentials() {
  const app = useApp();
  // What was made lives in this mutation alone, until it is ticked off as safe.
  const make = api.useMutation('post', '/developer/apps/{id}/secrets', { gcTime: 0 });
  const made = make.data;
  return (
    <>
      <PageHead bounded title={t.credentials.title} of={app.name} lead={t.credentials.lead(app.name)} />
      {made && (
        <div className="bounded">
          <RevealOnce title={t.credentials.newSecret} secret={made.clientSecret} what={t.credentials.theSecret} onDone={make.reset} />
        </div>
      )}
      <Entry title={t.credentials.client}>
        <Facts
          facts={[
            [t.credentials.clientId, <IdChip key="id" id={app.clientId} whole />],
            [t.credentials.type, t.credentials.types[app.type]],
          ]}
        />
      </Entry>
      <Secrets make={make} />
      <RedirectUris />
      <Scopes />
      <Settings />
      <Ending />
    </>
  );
}
