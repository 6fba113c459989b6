import { api } from '#/api/client';
import { Card } from '#/parts/Card';
import { Check, Field, Input, Textarea } from '#/parts/Field';
import { Say } from '#/parts/Say';
import { t } from '#/texts';
import { type Content, limits } from './content';

export type EditProps = { content: Content; onEdit: (change: Partial<Content>) => void; locked: boolean };

const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Editor is what people read: texts, the address, categories and links. */
export function Editor({ content, onEdit, locked, slugTaken }: EditProps & { slugTaken: boolean }) {
  // The limits count code points, as the service does.
  const size = (text: string) => Array.from(text).length;
  const over = (text: string, limit: number) => (size(text) > limit ? t.listing.over(size(text) - limit) : undefined);
  const count = (text: string, limit: number) => t.listing.count(size(text), limit);
  const insecure = (url: string) => (url !== '' && !url.startsWith('https://') ? t.listing.https : undefined);
  const link = (part: 'privacyUrl' | 'supportUrl' | 'connectUrl', hint?: string) => (
    <Field label={t.listing[part]} hint={hint} error={insecure(content[part])}>
      <Input mono type="url" inputMode="url" value={content[part]} readOnly={locked} onChange={(event) => onEdit({ [part]: event.target.value.trim() })} />
    </Field>
  );
  return (
    <Card title={t.listing.texts} end={<span className="small muted">{t.listing.textsAbout}</span>}>
      <div className="stack">
        <Field label={t.listing.name} count={count(content.name, limits.name)} error={over(content.name, limits.name)}>
          <Input value={content.name} readOnly={locked} onChange={(event) => onEdit({ name: event.target.value })} />
        </Field>
        <Field label={t.listing.tagline} count={count(content.tagline, limits.tagline)} error={over(content.tagline, limits.tagline)}>
          <Input value={content.tagline} readOnly={locked} onChange={(event) => onEdit({ tagline: event.target.value })} />
        </Field>
        <Field
          label={t.listing.slug}
          hint={<Say text={t.listing.slugHint(content.slug)} />}
          error={slugTaken ? <Say text={t.listing.slugTaken} strong={<strong>{t.listing.slugTakenStrong}</strong>} /> : content.slug !== '' && !slugForm.test(content.slug) ? t.listing.slugForm : undefined}
        >
          <Input mono value={content.slug} readOnly={locked} maxLength={limits.slug} autoCapitalize="none" spellCheck={false} onChange={(event) => onEdit({ slug: event.target.value })} />
        </Field>
        <Field label={t.listing.description} hint={t.listing.descriptionHint} count={count(content.description, limits.description)} error={over(content.description, limits.description)}>
          <Textarea rows={8} value={content.description} readOnly={locked} onChange={(event) => onEdit({ description: event.target.value })} />
        </Field>
        <Categories content={content} onEdit={onEdit} locked={locked} />
        <div className="grid-2">
          {link('privacyUrl')}
          {link('supportUrl')}
        </div>
        {link('connectUrl', t.listing.connectUrlHint)}
      </div>
    </Card>
  );
}

function Categories({ content, onEdit, locked }: EditProps) {
  const all = api.useQuery('get', '/developer/listing-categories', {}, { staleTime: Infinity });
  return (
    <fieldset>
      <legend className="label">{t.listing.categories}</legend>
      <p className="hint">{t.listing.categoriesHint}</p>
      <div className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 phone:grid-cols-3">
        {(all.data?.data ?? content.categories.map((category) => ({ category, name: category }))).map(({ category, name }) => (
          <Check
            key={category}
            small
            checked={content.categories.includes(category)}
            disabled={locked}
            onChange={(event) => onEdit({ categories: event.target.checked ? [...content.categories, category] : content.categories.filter((one) => one !== category) })}
          >
            {name}
          </Check>
        ))}
      </div>
    </fieldset>
  );
}
