import { api, type Schemas } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { TextButton } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Failure } from '#/parts/Failure';
import { Shape } from '#/parts/Icon';
import { Say } from '#/parts/Say';
import { Time } from '#/parts/Time';
import { t } from '#/texts';

/** useChecks makes the checks. Two of them fetch pages, so they are not made all the time. */
export const useChecks = (app: string, enabled: boolean) =>
  api.useQuery('get', '/developer/apps/{id}/listing/checks', { params: { path: { id: app } } }, { enabled, staleTime: 300_000, refetchOnWindowFocus: false });

/** A page that is not named cannot be fetched: that it is missing says it all. */
const pageOf: Partial<Record<Schemas['Check']['name'], string>> = { PRIVACY_PAGE: 'privacyUrl', SUPPORT_PAGE: 'supportUrl' };
const unsaid = (checks: readonly Schemas['Check'][], missing: readonly string[]) => checks.filter((check) => !missing.includes(pageOf[check.name] ?? ''));

/** blocks says whether a check keeps a listing from review. What only warns does not. */
export const blocks = (check: Schemas['Check']) => !check.passed && !check.warning;

const looks = (check: Schemas['Check']): { tone: 'ok' | 'warn' | 'bad'; says: string } => (check.passed ? { tone: 'ok', says: t.listing.passed } : check.warning ? { tone: 'warn', says: t.listing.warned } : { tone: 'bad', says: t.listing.failed });
const rank = (check: Schemas['Check']) => (blocks(check) ? 0 : check.passed ? 2 : 1);

/** CheckLines is one line for each check: those that fail first, then those that warn. */
export function CheckLines({ checks, missing = [] }: { checks: readonly Schemas['Check'][]; missing?: readonly string[] }) {
  return (
    <ul className="checks">
      {missing.map((part) => (
        <li key={part} className="bad">
          <Shape name="bad" />
          <div>
            <div><span className="unseen">{t.listing.failed} </span>{t.listing.missing(t.listing.parts[part] ?? part)}</div>
            <p className="muted">{t.listing.missingWhy}</p>
          </div>
        </li>
      ))}
      {unsaid(checks, missing).toSorted((a, b) => rank(a) - rank(b)).map((check) => {
        const { tone, says } = looks(check);
        return (
          <li key={check.name} className={tone}>
            <Shape name={tone === 'warn' ? 'wait' : tone} />
            <div><div><span className="unseen">{says} </span>{check.says}</div></div>
          </li>
        );
      })}
    </ul>
  );
}

/** Checks is what an app must have done before review looks at it. */
export function Checks({ checks, missing, listing }: { checks: ReturnType<typeof useChecks>; missing: readonly string[]; listing: boolean }) {
  const failing = unsaid(checks.data?.data ?? [], missing).filter(blocks).length + missing.length;
  const warning = checks.data?.data.filter((check) => !check.passed && check.warning).length ?? 0;
  const passing = checks.data?.data.filter((check) => check.passed).length ?? 0;
  return (
    <Card
      id="checks"
      title={t.listing.checks}
      end={checks.data && (
        <>
          <span className="small">{failing > 0 && <><b className="danger-text">{t.listing.checksFail(failing)}</b>, </>}{warning > 0 && <><b className="warn-text">{t.listing.checksWarn(warning)}</b>, </>}{t.listing.checksPass(passing)}</span>
          <TextButton onClick={() => void checks.refetch()} aria-busy={checks.isFetching}>{t.listing.runAgain}</TextButton>
        </>
      )}
      foot={checks.data && <span><Say text={t.listing.ran} time={<Time at={new Date(checks.dataUpdatedAt).toISOString()} />} /></span>}
    >
      {!listing ? <p className="small muted">{t.listing.checksFirst}</p>
        : checks.error && !checks.data ? <Failure error={checks.error} title={t.parts.failed(t.listing.theChecks)} onRetry={() => void checks.refetch()} />
          : !checks.data ? <Bones rows={4} />
            : <CheckLines checks={checks.data.data} missing={missing} />}
    </Card>
  );
}
