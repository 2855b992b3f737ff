import { useTexts } from '@maru/client/i18n/texts'
import type { Coin } from '@maru/contract'
import { formatDateTime, formatMoney } from '@maru/ui'
import { coinTexts } from './coin-texts.ts'
import { useComing } from './coming.ts'

/** Coins that the network has seen and not confirmed often enough yet. */
export function ComingCoins({ coin }: { coin: Coin }) {
  const t = useTexts(coinTexts)
  const coming = useComing().filter((one) => one.coin === coin)
  return coming.map(({ network, txid, output, amount, confirmations, needed, createdAt }) => (
    <article key={`${network}-${txid}-${output}`} className="pad coming">
      <p>
        <b>{t('coming')}</b>
        <b className="num">+{formatMoney(amount, coin)}</b>
      </p>
      <progress aria-label={t('confirmedOf')} max={needed} value={Math.min(confirmations, needed)} />
      <p className="cap-l num">
        <span>{formatDateTime(createdAt)}</span>
        <span>{t('confirmed', { count: confirmations, needed })}</span>
      </p>
    </article>
  ))
}
