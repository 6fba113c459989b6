import type { ReactNode } from 'react';

export type TraceStep = { key: string; what: ReactNode; shows: ReactNode; id?: ReactNode; /** The page that this is. */ here?: boolean };

/** Trace is the strip from request to delivery, on a page. */
export function Trace({ label, steps }: { label: string; steps: readonly TraceStep[] }) {
  return (
    <section className="card" aria-label={label}>
      <ol className="trace">
        {steps.map((step) => (
          <li key={step.key} aria-current={step.here ? 'true' : undefined}>
            <span className="what">{step.what}</span>
            <div>{step.shows}</div>
            {step.id}
          </li>
        ))}
      </ol>
    </section>
  );
}

export type TreeNode = { key: string; title: ReactNode; beside?: ReactNode; says?: ReactNode; here?: boolean; /** One level in. */ inner?: boolean };

/** Tree is the same in a drawer, or any run of events: one under the other. */
export function Tree({ label, nodes }: { label: string; nodes: readonly TreeNode[] }) {
  return (
    <ol className="tree" aria-label={label}>
      {nodes.map((node) => (
        <li key={node.key} className={[node.here && 'here', node.inner && 'in'].filter(Boolean).join(' ')}>
          <div className="top"><b>{node.title}</b>{node.beside}</div>
          {node.says && <span className="muted">{node.says}</span>}
        </li>
      ))}
    </ol>
  );
}
