import { useSearch } from '@tanstack/react-router';
import { api } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Card } from '#/parts/Card';
import { Say } from '#/parts/Say';
import { Segments } from '#/parts/Segments';
import { Tag } from '#/parts/Tag';
import { useApp, useOrganization } from '#/shell/place';
import { t } from '#/texts';
import { AppIcon, assetUrl } from './Asset';
import type { Content } from './content';

type Kind = keyof typeof t.listing.previews;
const kinds = Object.keys(t.listing.previews) as Kind[];

/** Preview follows the typing: the card in the marketplace, the app's page, and consent. */
export function Preview({ content, live }: { content: Content; live: boolean }) {
  const { preview = 'card' } = useSearch({ from: '/console/apps/$app/listing' });
  return (
    <Card
      title={t.listing.preview}
      end={
        <Segments
          tiny
          label={t.listing.previewOf}
          value={preview}
          options={kinds.map((value) => ({ value, label: t.listing.previews[value] }))}
          link={(value) => ({ to: '.', search: (before) => ({ ...before, preview: value === 'card' ? undefined : value }) })}
        />
      }
    >
      {preview === 'card' ? <Small content={content} live={live} /> : preview === 'page' ? <Whole content={content} live={live} /> : <Consent content={content} />}
      <p className="why">{t.listing.previewWhy[preview]}</p>
    </Card>
  );
}

function Reviewed({ live }: { live: boolean }) {
  return live ? <Tag tone="ok">{t.listing.verified}</Tag> : <Tag tone="off">{t.listing.unverified}</Tag>;
}

function Head({ content, live }: { content: Content; live: boolean }) {
  const app = useApp();
  const maker = useOrganization();
  return (
    <>
      <AppIcon name={content.name} src={content.iconId ? assetUrl(app.id, content.iconId) : undefined} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3><bdi>{content.name || t.listing.previewName}</bdi></h3>
        <p className="small muted"><bdi>{maker?.name}</bdi></p>
      </div>
      <p className="small [overflow-wrap:anywhere]"><bdi>{content.tagline || t.listing.previewLine}</bdi></p>
      <p className="small"><Reviewed live={live} /></p>
    </>
  );
}

function Small({ content, live }: { content: Content; live: boolean }) {
  return <div className="listing-card"><Head content={content} live={live} /></div>;
}

function Whole({ content, live }: { content: Content; live: boolean }) {
  const app = useApp();
  return (
    <div className="listing-card">
      <Head content={content} live={live} />
      <div className="col-span-full grid gap-3">
        {/* It shows where a button will be; it is none. */}
        <span className="button primary justify-self-start" aria-hidden="true">{t.listing.previewConnect(content.name)}</span>
        <h4>{t.listing.previewAbout}</h4>
        {content.description.split(/\n\s*\n/).filter(Boolean).map((paragraph, i) => <p key={i} className="small whitespace-pre-line [overflow-wrap:anywhere]"><bdi>{paragraph}</bdi></p>)}
        <p className="small row">
          {content.privacyUrl && <a href={content.privacyUrl} target="_blank" rel="noopener noreferrer">{t.listing.privacy}</a>}
          {content.supportUrl && <a href={content.supportUrl} target="_blank" rel="noopener noreferrer">{t.listing.help}</a>}
        </p>
        {content.screenshotIds.map((id) => <img key={id} src={assetUrl(app.id, id)} alt="" className="w-full rounded-small border border-line" />)}
        <h4>{t.listing.previewAccess}</h4>
        <Powers />
      </div>
    </div>
  );
}

function Consent({ content }: { content: Content }) {
  const app = useApp();
  const maker = useOrganization();
  return (
    <div className="listing-card">
      <AppIcon name={app.name} src={content.iconId ? assetUrl(app.id, content.iconId) : undefined} />
      <h3 className="self-center [overflow-wrap:anywhere]"><Say text={t.listing.previewAsks} app={<bdi>{app.name}</bdi>} maker={<bdi>{maker?.name}</bdi>} /></h3>
      <div className="col-span-full grid gap-3">
        <Powers />
        <span className="row" aria-hidden="true"><span className="button primary">{t.listing.approve}</span><span className="button">{t.listing.cancel}</span></span>
      </div>
    </div>
  );
}

const risks = ['books', 'write', 'read'] as const;

/** Powers is what the app can do, the riskiest first, in the words of consent. */
function Powers() {
  const app = useApp();
  const scopes = api.useQuery('get', '/developer/apps/{id}/scopes', { params: { path: { id: app.id } } });
  if (!scopes.data) return <Bones rows={2} />;
  return risks.map((risk) => {
    const lines = scopes.data.data.filter((scope) => scope.risk === risk);
    return lines.length > 0 && (
      <div key={risk}>
        <p className="small font-medium">{t.listing.risks[risk]}</p>
        <ul className="checks">{lines.map((line) => <li key={line.scope} className="block">{line.says}</li>)}</ul>
      </div>
    );
  });
}
