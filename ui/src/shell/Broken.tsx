import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '#/parts/Button';
import { Empty } from '#/parts/Empty';
import { t } from '#/texts';

/** After a new version was installed, the old page's files are gone. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const isStale = (message: string) => /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(message);

/** Broken stands in the place of a page that stopped by a fault of its own. */
export function Broken({ error }: ErrorComponentProps) {
  const message = messageOf(error);
  const stale = isStale(message);
  return (
    <div className="card" role="alert">
      <Empty
        level={1}
        title={stale ? t.shell.stale : t.shell.broken}
        actions={<Button look="primary" onClick={() => window.location.reload()}>{t.shell.brokenReload}</Button>}
      >
        <p>{stale ? t.shell.staleWhy : t.shell.brokenWhy}</p>
        {!stale && <p><code>{message}</code></p>}
      </Empty>
    </div>
  );
}
