import { asFault } from '#/api/fault';
import { Button } from '#/parts/Button';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Say } from '#/parts/Say';
import { NotFound } from '#/shell/NotFound';
import { t } from '#/texts';

/**
 * Refused is what an operator's page shows in place of its data. To whoever is no
 * operator there is no such page, as there is no such route.
 */
export function Refused({ error, what, onRetry }: { error: unknown; what: string; onRetry: () => void }) {
  const fault = asFault(error);
  if (fault.status === 404) return <NotFound level={2} />;
  if (fault.code === 'SECOND_FACTOR_NEEDED') {
    return (
      <div className="card">
        <Empty level={2} title={t.operator.factor} actions={<Button asChild><a href="/account">{t.operator.factorGo}</a></Button>}>
          <p><Say text={t.operator.factorWhy} /></p>
        </Empty>
      </div>
    );
  }
  return <Failure level={2} error={error} title={t.parts.failed(what)} onRetry={onRetry} />;
}
