import type { ListedApproval } from '@maru/contract'
import { Badge, formatDateTime, formatMoney } from '@maru/ui'
import { Left } from '../../parts/age.tsx'
import { BeforeAfter } from '../../parts/before-after.tsx'
import { Marks } from '../../parts/marks.tsx'
import { RiskFlags } from '../../parts/risk-flags.tsx'
import { ImportLines } from './import-lines.tsx'
import { LogoPicture } from './logo-picture.tsx'
import { t } from './texts.ts'
import { changesOf, failureOf, stateOf, summaryOf } from './words.ts'

/** Everything that the second person agrees to: whom it is about, what changes, who asked and why. */
export function ApprovalFacts({ row }: { row: ListedApproval }) {
  const { request } = row
  return (
    <>
      {request && <Marks marks={request.marks} />}
      {request && <p className="sum">{formatMoney(request.point, request.currency)}</p>}
      <h3>{t('request')}</h3>
      {row.fields.length > 0 && <BeforeAfter changes={changesOf(row)} />}
      {row.kind === 'SITE_LOGO' && row.detail['logo'] !== '' && <LogoPicture id={String(row.detail['logo'])} />}
      <dl className="kv">
        {(request || row.fields.length === 0) && (
          <>
            <dt>{t('content')}</dt>
            <dd>{summaryOf(row)}</dd>
          </>
        )}
        <dt>{t('requestedBy')}</dt>
        <dd>{row.requestedByName}</dd>
        <dt>{t('requestedAt')}</dt>
        <dd>{formatDateTime(row.createdAt)}</dd>
        <dt>{t('untilExpiry')}</dt>
        <dd>{row.state === 'PENDING' ? <Left until={row.expiresAt} /> : stateOf(row)}</dd>
        {failureOf(row) !== null && (
          <>
            <dt>{t('whyNotDone')}</dt>
            <dd>{failureOf(row)}</dd>
          </>
        )}
      </dl>
      {row.kind === 'STATEMENT_IMPORT' && <ImportLines importId={String(row.detail['importId'])} />}
      {row.reason !== null && (
        <>
          <h3>{t('firstReason')}</h3>
          <p className="said">“{row.reason}”</p>
        </>
      )}
      {request && request.flagWords.length > 0 && (
        <>
          <h3>
            {t('riskCheck')} <Badge tone="warn">{request.flagWords.length}</Badge>
          </h3>
          <RiskFlags flagWords={request.flagWords} />
        </>
      )}
    </>
  )
}
