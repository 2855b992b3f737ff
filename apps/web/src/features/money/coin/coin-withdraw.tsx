import './coin.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { Coin, DnwSite, MyWallet, PayoutAccount } from '@maru/contract'
import { Button, formatKrw, groupDigits, minusSign, TextField } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { minus, partsOf } from '../../../kit/decimals.ts'
import { useSentCode } from '../../../protection/use-sent-code.ts'
import { HeldList } from '../held-list.tsx'
import HoldNotice from '../hold-notice.tsx'
import { wholeHold } from '../hold-of.ts'
import { useKeptAmount } from '../kept-amount.ts'
import { heldUntil } from '../queries.ts'
import { useMoneyLane } from '../use-money-lane.ts'
import { AddressChoice } from './address-choice.tsx'
import { CoinAmount } from './coin-amount.tsx'
import { coinFault } from './coin-fault.ts'
import { CoinPicker } from './coin-picker.tsx'
import { CoinWithdrawSheet } from './coin-withdraw-sheet.tsx'
import { walletOf } from './wallet-of.ts'
import { coinWithdrawTexts } from './withdraw-texts.ts'

interface Props {
  readonly site: DnwSite
  readonly accounts: readonly PayoutAccount[]
  readonly wallets: readonly MyWallet[]
}

/** Asks for a withdrawal of coins to an address of the member's book. */
export default function CoinWithdraw({ site, accounts, wallets }: Props) {
  const [query, setQuery] = useSearchParams()
  const coins = site.coins.filter(({ isWithdraw }) => isWithdraw)
  const coin = coins.find((one) => one.coin === query.get('coin')) ?? coins[0]
  if (!coin) return null
  const wallet = wallets.find(({ type }) => type === walletOf(coin.coin))
  const choose = (name: Coin) => setQuery({ of: 'coin', coin: name }, { replace: true })
  return (
    <>
      <section className="pad">
        <CoinPicker coins={coins} coin={coin} onCoin={choose} />
      </section>
      <CoinForm
        key={coin.coin}
        coin={coin}
        site={site}
        addresses={accounts.filter((one) => one.kind === 'ADDRESS' && one.coin === coin.coin)}
        wallet={wallet ?? null}
      />
    </>
  )
}

interface FormProps {
  readonly coin: DnwSite['coins'][number]
  readonly site: DnwSite
  readonly addresses: readonly PayoutAccount[]
  /** null: the member never had any of the coin. */
  readonly wallet: MyWallet | null
}

function CoinForm({ coin, site, addresses, wallet }: FormProps) {
  const t = useTexts(coinWithdrawTexts)
  const [amount, setAmount] = useState(useKeptAmount(`withdraw-${walletOf(coin.coin)}`))
  const [chosen, setChosen] = useState<number | null>(null)
  const [beneficiary, setBeneficiary] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const code = useSentCode()
  const { busy } = useMoneyLane('withdraw')
  const rates = useQuery({ queryKey: ['rate-map'], queryFn: () => call('GET /api/dnw/rate/map'), staleTime: 10_000 })
  const address = addresses.find((one) => one.id === chosen) ?? addresses[0] ?? null
  const network = coin.networks.find((one) => one.network === address?.network) ?? coin.networks[0]
  if (!network) return null
  const hold = wallet && wholeHold(wallet)
  const withdrawable = wallet?.withdrawable ?? '0'
  const fault = coinFault(amount, { withdrawable, min: network.minWithdraw })
  const rate = rates.data?.[`${coin.coin}_KRW`]?.mid
  const won = rate === undefined ? null : Math.floor(Number(amount || '0') * Number(rate))
  // Without a rate the page cannot know: the name is asked for.
  const asksName = amount !== '' && (won === null || won >= Number(site.withdraw.travelRuleFrom))
  const until = address === null ? null : heldUntil(address)
  const isFree = [busy, hold, fault, until].every((bar) => bar === null)
  const canAsk = isFree && amount !== '' && address !== null && (!asksName || beneficiary.trim().length >= 2)
  return (
    <>
      <CoinAmount
        coin={coin}
        amount={amount}
        onAmount={setAmount}
        min={network.minWithdraw}
        withdrawable={withdrawable}
        fault={fault}
        won={won}
      />
      {hold && <HoldNotice hold={hold} />}
      <section className="pad">
        <AddressChoice site={site} coin={coin.coin} addresses={addresses} address={address} onAddress={setChosen} />
        {asksName && (
          <TextField
            label={t('beneficiary')}
            value={beneficiary}
            onValue={setBeneficiary}
            maxLength={60}
            autoComplete="off"
            hint={t('travelRule', { amount: formatKrw(site.withdraw.travelRuleFrom) })}
          />
        )}
        <dl className="kvs coin-kv">
          <dt>{t('network')}</dt>
          <dd>{network.name}</dd>
          <dt>{t('fee')}</dt>
          <dd className="num">
            {minusSign}
            {groupDigits(network.fee)} {coin.coin}
          </dd>
          <dt className="is-sum">{t('receives')}</dt>
          <dd className="is-sum num">
            {groupDigits(minus(amount || '0', network.fee))} {coin.coin}
          </dd>
        </dl>
      </section>
      <div className="band" />
      {wallet && <HeldList wallet={wallet} />}
      <div className="dock">
        <Button tone="primary" size={52} className="wide" disabled={!canAsk} onClick={() => setConfirming(true)}>
          {busy ? t(busy) : address === null ? t('addressFirst') : until !== null ? t('wait') : t('review')}
        </Button>
      </div>
      {address && wallet && partsOf(amount || '0') > 0n && (
        <CoinWithdrawSheet
          open={isConfirming}
          onClose={() => setConfirming(false)}
          onDone={() => setAmount('')}
          amount={amount}
          coin={coin.coin}
          network={network}
          address={address}
          beneficiary={asksName ? beneficiary.trim() : null}
          wallet={wallet}
          code={code}
        />
      )}
    </>
  )
}
