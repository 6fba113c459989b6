import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button, TextButton } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Confirm, Dialog } from '#/parts/Dialog';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Field, Input, Radio } from '#/parts/Field';
import { Icon } from '#/parts/Icon';
import { toast } from '#/parts/toast';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { assetUrl } from './Asset';
import type { Asset, Content } from './content';

const most = 3 << 20;

/** Pictures are the app's icons and screenshots: which of them the revision shows, and the rest. */
export function Pictures({ content, onEdit, revision, live, locked }: { content: Content; onEdit: (change: Partial<Content>) => void; revision: number | undefined; live: number | undefined; locked?: string }) {
  const app = useApp();
  const assets = api.useQuery('get', '/developer/apps/{id}/listing/assets', { params: { path: { id: app.id } } });
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Asset>();
  const all = assets.data?.data ?? [];
  const shots = content.screenshotIds;
  const place = (asset: Asset) => (asset.id === content.iconId ? -1 : shots.includes(asset.id) ? shots.indexOf(asset.id) : asset.kind === 'ICON' ? 98 : 99);
  const add = (asset: Asset) => onEdit(asset.kind === 'ICON' ? { iconId: asset.id } : { screenshotIds: [...shots, asset.id] });
  const button = <Button little off={locked} whyId="pictures-why" onClick={() => setAdding(true)}><Icon name="plus" />{t.listing.add}</Button>;
  return (
    <Card title={t.listing.pictures} window={all.length > 0 ? t.listing.picturesAbout(all.length) : undefined} end={all.length > 0 && button}>
      {locked && <p className="unseen" id="pictures-why">{locked}</p>}
      {assets.error && !assets.data ? <Failure error={assets.error} title={t.parts.failed(t.listing.thePictures)} onRetry={() => void assets.refetch()} />
        : !assets.data ? <Bones rows={3} />
          : all.length === 0 ? <Empty title={t.listing.picturesNone} actions={button}><p>{t.listing.picturesNoneWhy}</p></Empty>
            : (
              <div className="shots">
                {all.toSorted((a, b) => place(a) - place(b)).map((asset) => (
                  <Picture key={asset.id} {...{ asset, content, onEdit, revision, live, locked }} onUse={() => add(asset)} onDelete={() => setLeaving(asset)} />
                ))}
              </div>
            )}
      <Add open={adding} onClose={() => setAdding(false)} onAdded={add} />
      <Remove asset={leaving} onClose={() => setLeaving(undefined)} />
    </Card>
  );
}

type PictureProps = { asset: Asset; content: Content; onEdit: (change: Partial<Content>) => void; revision: number | undefined; live: number | undefined; locked?: string; onUse: () => void; onDelete: () => void };

function Picture({ asset, content, onEdit, live, locked, onUse, onDelete }: PictureProps) {
  const app = useApp();
  const icon = asset.kind === 'ICON';
  const at = content.screenshotIds.indexOf(asset.id);
  const used = icon ? content.iconId === asset.id : at >= 0;
  const { caption } = asset;
  const full = !icon && content.screenshotIds.length >= 8;
  return (
    <figure className="shot">
      <img src={assetUrl(app.id, asset.id)} alt={caption} width={asset.width} height={asset.height} loading="lazy" className={icon ? 'mx-auto my-3 h-24 w-24 rounded-card object-contain' : 'h-auto w-full'} />
      <figcaption className="grid content-start gap-1">
        <b className="[overflow-wrap:anywhere]"><bdi>{caption}</bdi></b>
        <span className="muted num">{icon && `${t.listing.isIcon}, `}{t.listing.pixels(asset.width, asset.height)}</span>
        <span className="muted">
          {asset.shownBy.length > 0 ? t.listing.shownIn(asset.shownBy.map((n) => format.number(n))) : used ? t.listing.shownNow : t.listing.shownNowhere}
          {live !== undefined && asset.shownBy.includes(live) && ` ${t.listing.shownLive}`}
          {!used && asset.shownBy.length > 0 && ` ${t.listing.delOff}`}
        </span>
        {!locked && (
          <span className="grid justify-items-start">
            {used && !icon && at > 0 && (
              <TextButton onClick={() => {
                const order = content.screenshotIds.filter((id) => id !== asset.id);
                onEdit({ screenshotIds: order.toSpliced(at - 1, 0, asset.id) });
              }}>{t.listing.earlier(caption)}</TextButton>
            )}
            {used && <TextButton onClick={() => onEdit(icon ? { iconId: null } : { screenshotIds: content.screenshotIds.filter((id) => id !== asset.id) })}>{t.listing.remove(caption)}</TextButton>}
            {!used && (full ? <span className="muted">{t.listing.eight}</span> : <TextButton onClick={onUse}>{t.listing.useOf(caption)}</TextButton>)}
            {!used && asset.shownBy.length === 0 && <TextButton onClick={onDelete}>{t.listing.del(caption)}</TextButton>}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

type Chosen = { file: File; url: string; width: number; height: number };

/** read looks at a file before it is sent. */
async function read(file: File): Promise<Chosen> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    throw new Error('no picture');
  }
  return { file, url, width: image.naturalWidth, height: image.naturalHeight };
}

const inBase64 = async (file: File) => {
  let text = '';
  const bytes = new Uint8Array(await file.arrayBuffer());
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
};

function fits({ width, height }: Chosen, kind: Asset['kind']): boolean {
  if (kind === 'ICON') return width === height && width >= 128 && width <= 1024;
  return Math.min(width, height) >= 320 && Math.max(width, height) <= 3840;
}

function Add({ open, onClose, onAdded }: { open: boolean; onClose: () => void; onAdded: (asset: Asset) => void }) {
  return <Dialog open={open} onClose={onClose} title={t.listing.add} about={t.listing.addAbout}><AddForm onClose={onClose} onAdded={onAdded} /></Dialog>;
}

/** AddForm is mounted when the dialog opens, so that it begins empty. */
function AddForm({ onClose, onAdded }: { onClose: () => void; onAdded: (asset: Asset) => void }) {
  const app = useApp();
  const queries = useQueryClient();
  const add = api.useMutation('post', '/developer/apps/{id}/listing/assets');
  const [kind, setKind] = useState<Asset['kind']>('SCREENSHOT');
  const [caption, setCaption] = useState('');
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => { if (chosen) URL.revokeObjectURL(chosen.url); }, [chosen]);
  const choose = async (file: File | undefined) => {
    setChosen(undefined);
    setProblem(undefined);
    if (!file) return;
    if (file.type !== 'image/png' && file.type !== 'image/jpeg') setProblem(t.listing.wrongKind);
    else if (file.size > most) setProblem(t.listing.tooBig(format.bytes(file.size)));
    else await read(file).then(setChosen, () => setProblem(t.listing.noPicture));
  };
  const error = problem ?? (chosen && !fits(chosen, kind) ? `${t.listing.wrongSize(chosen.width, chosen.height)} ${kind === 'ICON' ? t.listing.addIconHint : t.listing.addShotHint}.` : undefined);
  const ready = chosen && !error && caption.trim() !== '';
  const upload = async () => {
    if (!ready) return;
    const image = await inBase64(chosen.file);
    add.mutate({ params: { path: { id: app.id } }, body: { kind, caption: caption.trim(), image } }, {
      onSuccess: (asset) => {
        void queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/listing/assets'] });
        onAdded(asset);
        onClose();
        toast(t.listing.uploaded(asset.caption));
      },
    });
  };
  return (
    <form className="stack" onSubmit={(event) => { event.preventDefault(); void upload(); }}>
      <fieldset className="grid gap-2">
        <legend className="label">{t.listing.kind}</legend>
        {(['SCREENSHOT', 'ICON'] as const).map((one) => (
          <Radio key={one} name="kind" checked={kind === one} onChange={() => setKind(one)}>
            {one === 'ICON' ? t.listing.addIcon : t.listing.addShot} <span className="small muted">{one === 'ICON' ? t.listing.addIconHint : t.listing.addShotHint}</span>
          </Radio>
        ))}
      </fieldset>
      <Field label={t.listing.file} error={error}>
        <Input type="file" accept="image/png,image/jpeg" className="file:mr-3 file:h-7 file:cursor-pointer file:rounded-small file:border file:border-solid file:border-control file:bg-wash file:px-2 file:text-small file:text-ink" onChange={(event) => void choose(event.target.files?.[0])} />
      </Field>
      {chosen && <img src={chosen.url} alt="" className="max-h-40 max-w-full rounded-small border border-line" />}
      <Field label={t.listing.caption} hint={t.listing.captionHint} count={t.listing.count(caption.length, 120)}>
        <Input value={caption} maxLength={120} onChange={(event) => setCaption(event.target.value)} />
      </Field>
      {add.error !== null && <Failure error={add.error} />}
      {!ready && !error && <p className="why" id="upload-why">{t.listing.uploadOff}</p>}
      <div className="actions">
        <Button onClick={onClose}>{t.parts.cancel}</Button>
        <Button type="submit" look="primary" busy={add.isPending} off={ready ? undefined : error ?? t.listing.uploadOff} whyId="upload-why">{t.listing.upload}</Button>
      </div>
    </form>
  );
}

function Remove({ asset, onClose }: { asset: Asset | undefined; onClose: () => void }) {
  const app = useApp();
  const queries = useQueryClient();
  const remove = api.useMutation('delete', '/developer/apps/{id}/listing/assets/{assetId}');
  const caption = asset?.caption ?? '';
  return (
    <Confirm
      open={asset !== undefined}
      onClose={() => { remove.reset(); onClose(); }}
      title={t.listing.delTitle(caption)}
      keep={t.listing.delKeep}
      act={t.listing.del(caption)}
      busy={remove.isPending}
      error={remove.error}
      onAct={() => asset && remove.mutate({ params: { path: { id: app.id, assetId: asset.id } } }, {
        onSuccess: () => {
          void queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/listing/assets'] });
          onClose();
          toast(t.listing.deleted(caption));
        },
      })}
    >
      <p>{t.listing.delWhy}</p>
    </Confirm>
  );
}
