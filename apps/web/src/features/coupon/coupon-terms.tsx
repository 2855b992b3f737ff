import { useTexts } from '@maru/client/i18n/texts'
import type { CouponTerms } from '@maru/contract'
import { Button, formatDay, formatMoney } from '@maru/ui'
import { couponTexts } from './texts.ts'

const dayMs = 86_400_000

interface Props {
  readonly terms: CouponTerms
  readonly isBusy: boolean
  readonly onAgree: () => void
}

/** What a coupon gives and asks for. */
export function CouponTermsCard({ terms, isBusy, onAgree }: Props) {
  const t = useTexts(couponTexts)
  const won = (amount: string) => formatMoney(amount, 'KRW')
  const facts = [
    [t('toWallet'), t('bonusWallet')],
    [t('condition', { times: terms.multiple }), won(terms.required)],
    [t('most'), t('upTo', { amount: won(terms.cap) })],
    [t('until'), formatDay(terms.endsAt)],
    [t('life'), t('days', { count: Math.floor(terms.lifeMs / dayMs) })],
    [t('uses'), t('left', { count: terms.left })],
  ] as const
  return (
    <article className="cpn-t" aria-live="polite">
      <h2>
        {terms.title}
        <b>{won(terms.point)}</b>
      </h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button tone="primary" size={52} className="wide" aria-busy={isBusy} onClick={onAgree}>
        {t('agree')}
      </Button>
    </article>
  )
}
