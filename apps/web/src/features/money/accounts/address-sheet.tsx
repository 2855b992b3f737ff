import '../coin/coin.css'
import './accounts.css'
import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import type { DnwSite } from '@maru/contract'
import { Button, FormError, formatDateTime, Sheet, TextField, toast } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type StepUp, StepUpForm } from '../../../protection/step-up-form.tsx'
import { CoinChips } from '../coin/coin-chips.tsx'
import { NetworkChoice } from '../coin/network-choice.tsx'
import { payoutAccountsQuery } from '../queries.ts'
import { accountTexts } from './texts.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly site: DnwSite
  /** The coin that the address is for; null: the member chooses. */
  readonly coin?: string
}

/** Registers an address that coins may leave to: at first nothing leaves to it for a while. */
export function AddressSheet({ open, onClose, ...rest }: Props) {
  const t = useTexts(accountTexts)
  return (
    <Sheet open={open} title={t('addressTitle')} onClose={onClose} className="money">
      {open && <AddressForm {...rest} onDone={onClose} />}
    </Sheet>
  )
}

function AddressForm({ site, coin: given, onDone }: Omit<Props, 'open' | 'onClose'> & { onDone: () => void }) {
  const t = useTexts(accountTexts)
  const coins = site.coins.filter(({ isWithdraw }) => isWithdraw)
  const [name, setName] = useState(given ?? coins[0]?.coin ?? '')
  const [chosenNetwork, setNetwork] = useState('')
  const [address, setAddress] = useState('')
  const [tag, setTag] = useState('')
  const [asksProof, setAsksProof] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [now] = useState(() => Date.now())
  const coin = coins.find((one) => one.coin === name)
  const network = coin?.networks.find((one) => one.network === chosenNetwork) ?? coin?.networks[0]
  if (!coin || !network) return null
  const save = async (proof?: StepUp) => {
    const to = {
      coinName: coin.coin,
      network: network.network,
      address,
      ...(network.needsTag && tag !== '' && { tag }),
    }
    await call('POST /api/wallet/generate', { body: { ...to, ...proof } })
    await queryClient.invalidateQueries({ queryKey: payoutAccountsQuery.queryKey })
    toast({ title: t('saved') })
    onDone()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (address.length < 8) return setFailure(t('requiredAddress'))
    setBusy(true)
    setFailure(null)
    try {
      await save()
    } catch (error) {
      if (isApiError(error) && error.code === 'STEP_UP_REQUIRED') setAsksProof(true)
      else setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  if (asksProof) return <StepUpForm action={t('save')} onProof={save} />
  const holdEnds = formatDateTime(now + site.holds.changeSec * 1_000)
  return (
    <form className="sheet-f adr-p" onSubmit={(event) => void submit(event)} noValidate>
      {given === undefined && <CoinChips label={t('coin')} coins={coins} coin={coin.coin} onCoin={setName} />}
      <NetworkChoice label={t('network')} networks={coin.networks} network={network.network} onNetwork={setNetwork} />
      <TextField
        label={t('address')}
        placeholder={t('addressFormat', { coin: coin.coin, network: network.network })}
        value={address}
        onValue={(value) => setAddress(value.trim())}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
      />
      {network.needsTag && (
        <TextField
          label={t('tag')}
          value={tag}
          onValue={setTag}
          restriction={{ allow: 'number' }}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          hint={t('tagHint')}
        />
      )}
      <p className="strip strip-warn">{t('hold', { time: holdEnds })}</p>
      {failure !== null && <FormError>{failure}</FormError>}
      <Button type="submit" tone="primary" size={52} className="wide" aria-busy={busy}>
        {t('save')}
      </Button>
    </form>
  )
}
