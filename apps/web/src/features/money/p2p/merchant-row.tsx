import { useTexts } from '@maru/client/i18n/texts'
import type { P2pMerchant } from '@maru/contract'
import { Badge, Button, formatCount, formatKrwShort, formatPrice, formatUsdt } from '@maru/ui'
import { faultOf, rateOf } from './offers.ts'
import type { P2pSide } from './queries.ts'
import { p2pTexts } from './texts.ts'

interface Props {
  readonly merchant: P2pMerchant
  readonly side: P2pSide
  readonly won: number | null
  readonly onChoose: () => void
}

/** A merchant: his record, his price, and what an amount comes to at it. */
export function MerchantRow({ merchant, side, won, onChoose }: Props) {
  const t = useTexts(p2pTexts)
  const { name, minWon, maxWon, doneShare, doneCount, averageSec } = merchant
  const rate = rateOf(merchant, side)
  const isBeyond = won !== null && won > 0 && faultOf(merchant, won) !== null
  const minutes = String(Math.max(1, Math.round((averageSec ?? 0) / 60)))
  const short = (amount: string) => formatKrwShort(amount).replace(/원$/, '')
  return (
    <li className={isBeyond ? 'is-off' : undefined}>
      <span className="p2p-face" aria-hidden="true">
        {name.split(' ').at(-1)?.slice(0, 1)}
      </span>
      <div className="p2p-who">
        <b>{name}</b>
        <small>
          {doneShare === null
            ? t('noRecord')
            : t('record', { share: doneShare, count: formatCount(doneCount), minutes })}
        </small>
      </div>
      <b className="p2p-rate num">{formatPrice(rate, 2)}</b>
      <dl className="p2p-facts">
        <div>
          <dt>{t(`gets${side}`)}</dt>
          <dd className="num">{won ? `${formatUsdt(String(won / Number(rate)))} USDT` : '–'}</dd>
        </div>
        <div>
          <dt>{t('limits')}</dt>
          <dd className="num">
            {short(minWon)} – {short(maxWon)}
          </dd>
        </div>
      </dl>
      {isBeyond ? (
        <Badge tone="neutral">{t('beyond')}</Badge>
      ) : (
        <Button size={44} onClick={onChoose} aria-label={`${name} ${t(`go${side}`)}`}>
          {t(`go${side}`)}
        </Button>
      )}
    </li>
  )
}
