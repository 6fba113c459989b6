import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button, TextButton } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Confirm } from '#/parts/Dialog';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Field, Input } from '#/parts/Field';
import { PageHead } from '#/parts/Page';
import { Table } from '#/parts/Table';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { t } from '#/texts';
import { Refused } from './Refused';

/** Domains are the hosts whose clients count as reviewed. */
export function Domains() {
  const queries = useQueryClient();
  const domains = api.useQuery('get', '/admin/domains', {});
  const trust = api.useMutation('post', '/admin/domains');
  const remove = api.useMutation('delete', '/admin/domains/{domain}');
  const [typed, setTyped] = useState('');
  const [leaving, setLeaving] = useState<string>();
  const anew = () => queries.invalidateQueries({ queryKey: ['get', '/admin/domains'] });
  const rows = domains.data?.data ?? [];
  if (domains.error && !domains.data) {
    return <><PageHead title={t.operator.domains} bounded /><Refused error={domains.error} what={t.operator.theDomains} onRetry={() => void domains.refetch()} /></>;
  }
  return (
    <>
      <PageHead title={t.operator.domains} lead={t.operator.domainsLead} bounded />
      <Card flush label={t.operator.domains} className="bounded">
        {!domains.data ? <Bones rows={3} /> : rows.length === 0 ? <Empty level={2} title={t.operator.domainsNone}><p>{t.operator.domainsNoneWhy}</p></Empty> : (
          <Table
            label={t.operator.domains}
            rows={rows}
            rowKey={(one) => one.domain}
            columns={[
              { key: 'domain', head: t.operator.domain, fold: 'first', cell: (one) => <code>{one.domain}</code> },
              { key: 'trusted', head: t.operator.trusted, fold: 'meta', label: t.operator.trusted, cell: (one) => <Time at={one.trustedAt} /> },
              { key: 'by', head: t.operator.by, fold: 'meta', label: t.operator.by, cell: (one) => <code title={one.trustedBy}>{one.trustedBy.length > 20 ? `${one.trustedBy.slice(0, 6)}…${one.trustedBy.slice(-6)}` : one.trustedBy}</code> },
              { key: 'act', head: <span className="unseen">{t.operator.remove}</span>, end: true, fold: 'act', cell: (one) => <TextButton aria-label={t.operator.removeOf(one.domain)} onClick={() => setLeaving(one.domain)}>{t.operator.remove}</TextButton> },
            ]}
          />
        )}
      </Card>
      <Card title={t.operator.add} className="bounded">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            const domain = typed.trim();
            if (domain) trust.mutate({ body: { domain } }, { onSuccess: () => { setTyped(''); void anew(); toast(t.operator.added(domain)); } });
          }}
        >
          <Field label={t.operator.domain} hint={t.operator.addHint}>
            <Input mono value={typed} autoCapitalize="none" spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
          </Field>
          {trust.error !== null && <Failure error={trust.error} />}
          <Button type="submit" busy={trust.isPending}>{t.operator.addAct}</Button>
        </form>
      </Card>
      <Confirm
        open={leaving !== undefined}
        onClose={() => { remove.reset(); setLeaving(undefined); }}
        title={t.operator.removeTitle(leaving ?? '')}
        keep={t.operator.keep}
        act={t.operator.removeOf(leaving ?? '')}
        name={leaving}
        busy={remove.isPending}
        error={remove.error}
        onAct={() => leaving && remove.mutate({ params: { path: { domain: leaving } } }, { onSuccess: () => { const domain = leaving; setLeaving(undefined); void anew(); toast(t.operator.removed(domain)); } })}
      >
        <p>{t.operator.removeWhy}</p>
      </Confirm>
    </>
  );
}
