import { api } from '#/api/client';
import { shortId } from '#/parts/IdChip';
import type { ShapeName } from '#/parts/Icon';
import { Tag, type Tone } from '#/parts/Tag';
import { useAccount, useOrganization } from '#/shell/place';

function look(status: number): [Tone, ShapeName] {
  if (status >= 500) return ['bad', 'alarm'];
  if (status === 429) return ['warn', 'wait'];
  if (status >= 400) return ['bad', 'bad'];
  return status >= 300 ? ['off', 'off'] : ['ok', 'ok'];
}

/** Status is what a call was answered with: ours have another shape than yours. */
export function Status({ status }: { status: number }) {
  const [tone, shape] = look(status);
  return <Tag tone={tone} shape={shape}>{status}</Tag>;
}

/** useBusinesses is the names of businesses that are known here: those of the sandboxes, and one's own. */
export function useBusinesses(): ReadonlyMap<string, string> {
  const organization = useOrganization();
  const account = useAccount();
  const sandboxes = api.useQuery('get', '/developer/organizations/{id}/sandboxes', { params: { path: { id: organization?.id ?? '' } } }, { enabled: organization !== undefined, staleTime: 60_000 });
  return new Map([...(account.data?.businesses ?? []), ...(sandboxes.data?.data ?? [])].map((one) => [one.id, one.name]));
}

/** Business is a name, or the id where the name is not ours to know. */
export function Business({ id, names }: { id: string; names: ReadonlyMap<string, string> }) {
  const name = names.get(id);
  return name === undefined ? <code title={id}>{shortId(id)}</code> : <bdi title={id}>{name}</bdi>;
}
