import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet } from '@maru/contract'
import { Badge, Button, Chip, Empty, Icon } from '@maru/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { showAlert } from '../../../shell/alert.tsx'
import { isMore, minus, percentOf, plus } from '../convert/amounts.ts'
import { EndCard } from '../convert/end-card.tsx'
import { decimalsOf, type End } from '../convert/ends.ts'
import { amountOf, figureOf } from '../convert/figures.ts'
import { useMoneyLane } from '../use-money-lane.ts'
import { takeOver } from '../use-request-news.ts'
import { freeOf, isAmount } from './amount.ts'
import { NothingToGive } from './nothing-to-give.tsx'
import { TransferFacts } from './transfer-facts.tsx'
import { transferTexts } from './transfer-texts.ts'

/** The two wallets that hold one currency. */
const sides: readonly [End, End] = ['FUTURES', 'USDT']
const shares = [25, 50, 75, 100] as const

/** Moves USDT between the wallet of perpetuals and that of coins. */
export function OwnTransfer({ wallets }: { wallets: readonly MyWallet[] }) {
  const t = useTexts(transferTexts)
  const [isBack, setBack] = useState(false)
  const [point, setPoint] = useState('')
  const { busy, run } = useMoneyLane('transfer')
  if (!wallets.some(({ type }) => type === 'FUTURES')) return <Empty title={t('noPair')} />
  const [from, to] = isBack ? [sides[1], sides[0]] : sides
  const [give, get] = [freeOf(wallets, from), freeOf(wallets, to)]
  const source = wallets.find(({ type }) => type === from)
  const exceeds = isAmount(point) && isMore(point, give)
  const submit = async () => {
    if (!isAmount(point)) return void showAlert(t('required'))
    const row = await run('POST /api/dnw/transfer', { from, to, point })
    if (!row) return
    takeOver(row)
    setPoint('')
    void showAlert(t('moved', { amount: amountOf(point, from) }))
  }
  const after = isAmount(point) && !exceeds
  return (
    <>
      <div className="cv-cards">
        <EndCard
          end={from}
          available={give}
          value={point}
          onValue={setPoint}
          isWrong={exceeds}
          badge={<Badge>{t('give')}</Badge>}
        />
        <button
          type="button"
          className="cv-swap"
          aria-label={t('swap')}
          onClick={() => {
            setBack(!isBack)
            setPoint('')
          }}
        >
          <Icon name="swap" />
        </button>
        <EndCard end={to} available={get} value={point} badge={<Badge tone="ok">{t('get')}</Badge>} />
      </div>
      <div className="cv-shares">
        {shares.map((share) => (
          <Chip key={share} onClick={() => setPoint(percentOf(give, share, decimalsOf(from)))}>
            {share === 100 ? t('all') : `${share}%`}
          </Chip>
        ))}
      </div>
      {source && Number(give) === 0 && <NothingToGive wallet={source} />}
      {exceeds && (
        <p className="cv-quote is-bad" role="alert">
          {t('exceeds')}
        </p>
      )}
      <p className="tr-hint">
        {t('ownHint')} <Link to="/wallet/convert/FUTURES_BINARY">{t('toConvert')}</Link>
      </p>
      <TransferFacts
        facts={[
          [t('fee'), t('none')],
          [t('when'), t('now')],
        ]}
        lines={[
          { end: from, before: figureOf(give, from), after: after ? amountOf(minus(give, point), from) : '–' },
          { end: to, before: figureOf(get, to), after: after ? amountOf(plus(get, point), to) : '–' },
        ]}
      />
      <div className="dock">
        <Button
          tone="primary"
          size={52}
          className="wide"
          disabled={exceeds || busy !== null}
          onClick={() => void submit()}
        >
          {busy ? t(busy) : isAmount(point) ? t('move', { amount: amountOf(point, from) }) : t('moveEmpty')}
        </Button>
      </div>
    </>
  )
}
