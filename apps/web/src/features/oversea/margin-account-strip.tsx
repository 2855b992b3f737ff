import { useTexts } from '@maru/client/i18n/texts'
import { Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { crossQuery, overseaOptionsQuery, positionsQuery } from '../../books/oversea/queries.ts'
import { accountOf } from './account.ts'
import { directionOf, signedWon, won } from './figures.ts'
import { sumOf, useValued } from './lists/use-last.ts'
import { overseaTexts } from './texts.ts'

const none: never[] = []

/** 예탁금 · 평가손익 · 로스컷까지 · 증거금, following the prices of what is held. */
export function MarginAccountStrip() {
  const t = useTexts(overseaTexts)
  const cross = useQuery(crossQuery(true)).data
  const positions = useQuery(positionsQuery(true)).data ?? none
  const options = useQuery(overseaOptionsQuery).data ?? none
  const valued = useValued(positions, options)
  const isCounted = valued.length === positions.length && valued.every(({ pnl }) => pnl !== null)
  const account = cross && accountOf(cross, isCounted ? sumOf(valued) : null)
  const isNear = account?.isNear ?? false
  return (
    <dl className="ov-acct num" aria-label={t('account')}>
      <div>
        <dt>{t('deposit')}</dt>
        <dd>{account ? won(account.deposit) : '–'}</dd>
      </div>
      <div>
        <dt>{t('openPnl')}</dt>
        <dd className={account && directionOf(account.pnl)}>{account ? signedWon(account.pnl) : '–'}</dd>
      </div>
      <div className={isNear ? 'is-near' : undefined}>
        <dt>
          {isNear && <Icon name="warn" small />}
          {t('toLosscut')}
          {isNear && <span className="sr"> ({t('nearLosscut')})</span>}
        </dt>
        <dd>{account?.left == null ? '–' : won(account.left)}</dd>
      </div>
      <div>
        <dt>{t('margin')}</dt>
        <dd>{account ? won(account.margin) : '–'}</dd>
      </div>
    </dl>
  )
}
