import { useTexts } from '@maru/client/i18n/texts'
import type { Quote } from '@maru/contract'
import { minusSign, roundDecimal } from '@maru/ui'
import { Suspense } from 'react'
import { minus, plus, times } from './amounts.ts'
import type { ConvertFormProps } from './convert-form.tsx'
import { convertTexts } from './convert-texts.ts'
import type { Pair } from './ends.ts'
import { amountOf, figureOf, unitPrice } from './figures.ts'

interface Props extends Pick<ConvertFormProps, 'OfPositions'> {
  readonly pair: Pair
  readonly point: string
  readonly quote: Quote | null
  readonly available: Readonly<Record<'from' | 'to', string>>
}

/** What a price consists of, and both wallets before and after. */
export function QuoteLines({ pair, point, quote, available, OfPositions }: Props) {
  const t = useTexts(convertTexts)
  const { from, to } = pair
  const percent = quote ? roundDecimal(times(quote.spread, '100', 4), 2) : '0.00'
  const mid = quote && unitPrice(pair, point, plus(quote.receive, quote.fee))
  const lines = [
    { end: from, before: available.from, after: quote && minus(available.from, point) },
    { end: to, before: available.to, after: quote && plus(available.to, quote.receive) },
  ]
  const change = quote && (from === 'FUTURES' ? `-${point}` : to === 'FUTURES' ? quote.receive : null)
  return (
    <>
      <section className="pad">
        <dl className="kvs">
          <dt>{t('mid')}</dt>
          <dd className="num">{mid ? t('unitPrice', mid) : '–'}</dd>
          <dt>{t('spread', { percent })}</dt>
          <dd className="num">{quote ? `${minusSign}${amountOf(quote.fee, to)}` : '–'}</dd>
          <dt>{t('fee')}</dt>
          <dd>{t('noFee')}</dd>
        </dl>
      </section>
      <div className="band" />
      <section className="pad">
        <table className="rcpt">
          <tbody>
            {lines.map(({ end, before, after }) => (
              <tr key={end}>
                <td>{t(end)}</td>
                <td className="b">{figureOf(before, end)}</td>
                <td className="a">→</td>
                <td className="c">{after ? amountOf(after, end) : '–'}</td>
              </tr>
            ))}
            {change && (
              <Suspense>
                <OfPositions change={change} />
              </Suspense>
            )}
          </tbody>
        </table>
        <p className="cv-note">{t('locked')}</p>
        {from === 'FUTURES' && <p className="cv-note">{t('cross')}</p>}
      </section>
    </>
  )
}
