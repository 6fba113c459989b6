import { Button } from '#/parts/Button';
import { Empty } from '#/parts/Empty';
import { Link } from '#/parts/Link';
import { useTitle } from '#/parts/Page';
import { t } from '#/texts';

/** NotFound stands in place of a page; under the head of one its heading is a second one. */
export function NotFound({ level = 1 }: { level?: 1 | 2 }) {
  useTitle(t.shell.notFound);
  return (
    <div className="card">
      <Empty level={level} title={t.shell.notFound} actions={<Button asChild><Link to="/console">{t.shell.notFoundHome}</Link></Button>}>
        <p>{t.shell.notFoundWhy}</p>
      </Empty>
    </div>
  );
}
