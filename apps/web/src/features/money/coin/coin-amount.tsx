import { useTexts } from '@maru/client/i18n/texts'
import type { DnwSite } from '@maru/contract'
import { Button, DecimalInput, groupDigits } from '@maru/ui'
import { useId } from 'react'
import type { coinFault } from './coin-fault.ts'
import { coinWithdrawTexts } from './withdraw-texts.ts'

interface Props {
  readonly coin: DnwSite['coins'][number]
  readonly amount: string
  readonly onAmount: (amount: string) => void
  readonly min: string
  readonly withdrawable: string
  readonly fault: ReturnType<typeof coinFault>
  /** What it is worth; null: not known. */
  readonly won: number | null
}

/** An amount of coins, with its worth in won below. */
export function CoinAmount({ coin, amount, onAmount, min, withdrawable, fault, won }: Props) {
  const t = useTexts(coinWithdrawTexts)
  const id = useId()
  return (
    <section className={fault ? 'amt is-error' : 'amt'}>
      <label className="amt-k" htmlFor={id}>
        {t('ask')}
      </label>
      <div className="amt-v">
        <DecimalInput
          id={id}
          value={amount}
          onValue={onAmount}
          decimals={coin.decimals}
          units={[coin.coin]}
          placeholder="0"
          aria-invalid={fault !== null}
          aria-describedby={`${id}-note`}
        />
        <span>{coin.coin}</span>
      </div>
      <p className="amt-s" id={`${id}-note`} role={fault ? 'alert' : undefined}>
        <b>{fault ? t(fault) : won === null || amount === '' ? '' : t('about', { won: groupDigits(String(won)) })}</b>
        <span>{t('from', { min: `${groupDigits(min)} ${coin.coin}` })}</span>
      </p>
      <div className="amt-q">
        <Button size={36} onClick={() => onAmount(withdrawable)}>
          {t('all')}
        </Button>
      </div>
    </section>
  )
}
