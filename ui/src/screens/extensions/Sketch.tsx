import type { Schemas } from '#/api/client';
import { t } from '#/texts';

const box = 'rounded-small border border-line bg-surface p-2';
const mark = 'rounded-small border-2 border-accent bg-accent-wash p-2 font-medium [overflow-wrap:anywhere]';

/** Sketch shows where an extension stands, with its label in its place. */
export function Sketch({ type, label, resource }: { type: Schemas['ExtensionType']; label: string; resource: string }) {
  const name = <bdi>{label || t.extensions.labelNone}</bdi>;
  return (
    <figure className="grid gap-2">
      <div className="small grid grid-cols-[7rem_minmax(0,1fr)] gap-2 rounded-card border border-line bg-paper p-3" role="img" aria-label={`${t.extensions.typeWhy[type]}: ${label || t.extensions.labelNone}`}>
        <div className={`${box} grid content-start gap-2`}>
          <span className="muted">{t.extensions.sketch.nav}</span>
          <span className="bone" />
          <span className="bone" />
          {type === 'NAV_PAGE' && <span className={mark}>{name}</span>}
        </div>
        <div className={`${box} grid content-start gap-2`}>
          <span className="flex items-center gap-2">
            <span className="muted grow">{type === 'NAV_PAGE' ? t.extensions.sketch.page : type === 'DASHBOARD_CARD' ? t.extensions.sketch.dashboard : resource}</span>
            {type === 'RECORD_ACTION' && <span className={mark}>{name}</span>}
          </span>
          {type === 'NAV_PAGE' ? <span className={`${mark} min-h-24`}>{t.extensions.sketch.page}</span> : (
            <>
              <span className="bone" />
              <span className="bone w-3/5" />
              {type === 'DASHBOARD_CARD' ? (
                <span className="grid grid-cols-2 gap-2"><span className={`${box} min-h-16`} /><span className={`${mark} min-h-16`}>{name}</span></span>
              ) : type === 'RECORD_PANEL' && <span className={`${mark} min-h-16`}>{name}</span>}
            </>
          )}
        </div>
      </div>
      <figcaption className="why">{t.extensions.previewWhy}</figcaption>
    </figure>
  );
}
