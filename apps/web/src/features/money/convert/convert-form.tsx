import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet } from '@maru/contract'
import { Badge, Button, Chip, Icon } from '@maru/ui'
import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import { isMore, minus, percentOf } from './amounts.ts'
import { convertTexts } from './convert-texts.ts'
import { EndCard } from './end-card.tsx'
import { EndSheet } from './end-sheet.tsx'
import { decimalsOf, type End, isSold, type Pair, pathOf, withEnd } from './ends.ts'
import { amountOf } from './figures.ts'
import { QuoteCard } from './quote-card.tsx'
import { QuoteLines } from './quote-lines.tsx'
import { useConversion } from './use-conversion.ts'
import { useQuote } from './use-quote.ts'

export interface ConvertFormProps {
  readonly pair: Pair
  readonly ends: readonly End[]
  /** The coins that the site sells. */
  readonly sold: readonly string[]
  readonly wallets: readonly MyWallet[]
  /** Rows that say what money that leaves or joins the futures wallet does to open positions. */
  readonly OfPositions: ComponentType<{ change: string }>
}

const shares = [25, 50, 75, 100] as const

/** Converts between two wallets at a price that holds for ten seconds. */
export function ConvertForm({ pair, ends, sold, wallets, OfPositions }: ConvertFormProps) {
  const t = useTexts(convertTexts)
  const navigate = useNavigate()
  const [point, setPoint] = useState('')
  const [choosing, setChoosing] = useState<keyof Pair | null>(null)
  const availableOf = (end: End) => freeOf(wallets.find(({ type }) => type === end)?.point)
  const available = { from: availableOf(pair.from), to: availableOf(pair.to) }
  const isTyped = point !== '' && !/^0*\.?0*$/.test(point)
  const exceeds = isTyped && isMore(point, available.from)
  const offer = useQuote(pair, isTyped && !exceeds ? point : null)
  const { quote, before } = offer
  const conversion = useConversion(pair, { point, offer, onDone: () => setPoint('') })
  const go = (next: Pair) => {
    setPoint('')
    setChoosing(null)
    navigate(pathOf(next), { replace: true })
  }
  const lost = before && quote && isMore(before.receive, quote.receive) ? minus(before.receive, quote.receive) : null
  return (
    <>
      <div className="cv-cards">
        <EndCard
          end={pair.from}
          available={available.from}
          value={point}
          onValue={setPoint}
          isWrong={exceeds}
          badge={<Badge>{t('give')}</Badge>}
          onChoose={() => setChoosing('from')}
        />
        <button
          type="button"
          className="cv-swap"
          aria-label={t('swap')}
          onClick={() => go({ from: pair.to, to: pair.from })}
        >
          <Icon name="swap" />
        </button>
        <EndCard
          end={pair.to}
          available={available.to}
          value={quote?.receive ?? ''}
          badge={
            lost ? (
              <Badge tone="warn">{t('less', { amount: amountOf(lost, pair.to) })}</Badge>
            ) : (
              <Badge tone="ok">{t('get')}</Badge>
            )
          }
          onChoose={() => setChoosing('to')}
        />
      </div>
      <div className="cv-shares">
        {shares.map((share) => (
          <Chip key={share} onClick={() => setPoint(percentOf(available.from, share, decimalsOf(pair.from)))}>
            {share === 100 ? t('all') : `${share}%`}
          </Chip>
        ))}
      </div>
      {exceeds ? (
        <p className="cv-quote is-bad" role="alert">
          {t('exceeds')}
        </p>
      ) : (
        <QuoteCard pair={pair} point={isTyped ? point : ''} offer={offer} />
      )}
      <QuoteLines
        pair={pair}
        point={point}
        quote={exceeds ? null : quote}
        available={available}
        OfPositions={OfPositions}
      />
      <div className="dock">
        <Button
          tone="primary"
          size={52}
          className="wide"
          disabled={exceeds || conversion.busy !== null || (isTyped && quote === null)}
          onClick={conversion.submit}
        >
          {conversion.busy
            ? t(conversion.busy)
            : quote
              ? t(before ? 'submitRenewed' : 'submit', { amount: amountOf(quote.receive, pair.to) })
              : t('convert')}
        </Button>
      </div>
      <EndSheet
        open={choosing !== null}
        ends={choosing === 'to' ? ends.filter((end) => isSold(end, sold)) : ends}
        chosen={pair[choosing ?? 'from']}
        availableOf={availableOf}
        onChoose={(end) => go(withEnd(pair, choosing ?? 'from', end))}
        onClose={() => setChoosing(null)}
      />
    </>
  )
}

/** What may be converted: never below zero. */
const freeOf = (point = '0'): string => (point.startsWith('-') ? '0' : point)
