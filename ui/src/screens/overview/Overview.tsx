import { IdChip } from '#/parts/IdChip';
import { PageHead } from '#/parts/Page';
import { useApp } from '#/shell/place';
import { AppState } from '../apps/state';

export function Overview() {
  const app = useApp();
  return <PageHead title={<bdi>{app.name}</bdi>} name={app.name} meta={<><AppState app={app} /><IdChip id={app.id} /></>} />;
}
