import { Button } from '#/parts/Button';
import { Empty } from '#/parts/Empty';
import { Link } from '#/parts/Link';
import { useTitle } from '#/parts/Page';
import { t } from '#/texts';

export function NotFound() {
  useTitle(t.shell.notFound);
  return (
    <div className="card">
      <Empty level={2} title={t.shell.notFound} actions={<Button asChild><Link to="/console">{t.shell.notFoundHome}</Link></Button>}>
        <p>{t.shell.notFoundWhy}</p>
      </Empty>
    </div>
  );
}
