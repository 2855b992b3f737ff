import type { PreviewOutcome, StatementPreview } from '@maru/contract'
import { Badge, type BadgeTone, FormError, formatMinute, formatMoney } from '@maru/ui'
import { lineKindWord, said } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

const tones: Readonly<Record<PreviewOutcome, BadgeTone>> = {
  MATCHED: 'ok',
  NEW: 'ok',
  SUSPENSE: 'warn',
  DUPLICATE: 'neutral',
  BREAK: 'warn',
}
const words: Readonly<Record<PreviewOutcome, string>> = {
  MATCHED: t('outMATCHED'),
  NEW: t('outNEW'),
  SUSPENSE: t('outSUSPENSE'),
  DUPLICATE: t('outDUPLICATE'),
  BREAK: t('outBREAK'),
}
const outcomes = Object.keys(words) as PreviewOutcome[]

/** What an import would do, line by line; or what of the file cannot be read. */
export function ImportPreview({ preview, currency }: { preview: StatementPreview; currency: 'KRW' | 'USDT' }) {
  const { faults, counts, lines, gone, sum, isBalanced } = preview
  if (faults.length > 0)
    return (
      <section aria-label={t('preview')} role="status">
        <FormError>{t('previewFaults', { count: faults.length })}</FormError>
        <ul className="chk">
          {faults.map(({ line, why }) => (
            <li key={line} className="warn">
              {t('faultLine', { line, why: said(why) })}
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <section aria-label={t('preview')} role="status">
      <p className="outcomes">
        {outcomes.map((outcome) => (
          <Badge key={outcome} tone={counts[outcome] === 0 ? 'neutral' : tones[outcome]}>
            {words[outcome]} {counts[outcome]}
          </Badge>
        ))}
      </p>
      <p className={isBalanced ? 'dim' : 'over'}>
        {t(isBalanced ? 'previewBalanced' : 'previewOff', { sum: formatMoney(sum, currency) })}
      </p>
      {gone > 0 && <p className="over">{t('previewGone', { gone })}</p>}
      {lines.length > 0 && (
        <div className="preview-lines">
          <table className="t">
            <thead>
              <tr>
                <th scope="col">{t('lineNumber')}</th>
                <th scope="col">{t('outcome')}</th>
                <th scope="col">{t('kind')}</th>
                <th scope="col" className="r">
                  {t('amount')}
                </th>
                <th scope="col">{t('memo')}</th>
                <th scope="col">{t('time')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.line}>
                  <td className="num">{line.line}</td>
                  <td>
                    <Badge tone={tones[line.outcome]}>{words[line.outcome]}</Badge>
                  </td>
                  <td>{lineKindWord(line.kind)}</td>
                  <td className="r num">{formatMoney(line.amount, currency)}</td>
                  <td>{line.reference ?? '–'}</td>
                  <td className="num">{formatMinute(line.at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
