import { t } from '#/texts';
import { Button } from './Button';
import { Diff, DiffText } from './Diff';

/**
 * Conflict is what 412 means: somebody else saved first. It shows both versions of each
 * part that differs, and never overwrites by itself.
 */
export function Conflict({ parts, onTheirs, onMine, busy }: { parts: readonly { key: string; name: string; theirs: string; yours: string }[]; onTheirs: () => void; onMine: () => void; busy?: boolean }) {
  return (
    <section className="note warn" role="alert">
      <h2>{t.parts.conflict}</h2>
      <p className="small">{t.parts.conflictWhy}</p>
      <Diff
        label={t.parts.conflict}
        before={t.parts.conflictTheirs}
        after={t.parts.conflictYours}
        rows={parts.filter((part) => part.theirs !== part.yours).map((part) => ({
          key: part.key, name: part.name, before: part.theirs || t.parts.none, after: <DiffText before={part.theirs} after={part.yours} />,
        }))}
      />
      <div className="actions">
        <Button little onClick={onTheirs}>{t.parts.conflictTakeTheirs}</Button>
        <Button little onClick={onMine} busy={busy}>{t.parts.conflictKeepMine}</Button>
      </div>
    </section>
  );
}
