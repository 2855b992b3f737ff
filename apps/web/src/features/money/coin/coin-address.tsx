import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { Coin, DepositAddress, DnwSite } from '@maru/contract'
import { Button, Empty, FormError, formatCountdown, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { useLeft } from '../../../shell/countdown.tsx'
import { VirtualNote } from '../../../shell/virtual-note.tsx'
import { AddressCard } from './address-card.tsx'
import { coinTexts } from './coin-texts.ts'

interface Props {
  readonly coin: Coin
  readonly network: DnwSite['coins'][number]['networks'][number]
  readonly isDemo: boolean
}

/** The member's own address, or one for half an hour. */
export function CoinAddress({ coin, network, isDemo }: Props) {
  const t = useTexts(coinTexts)
  const body = { coinName: coin, network: network.network }
  const own = useQuery({
    queryKey: ['deposit-address', coin, network.network],
    queryFn: async () => addressOf(await call('POST /api/wallet/generate', { body })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [temporary, setTemporary] = useState<DepositAddress | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const askTemporary = async () => {
    if (isAsking) return
    setAsking(true)
    setFailure(null)
    try {
      setTemporary(await call('POST /api/wallet/temp-generate', { body }))
    } catch (error) {
      setFailure(error)
    } finally {
      setAsking(false)
    }
  }
  if (own.isError)
    return (
      <Empty title={t('failed')}>
        {errorText(own.error)}
        <Button size={36} onClick={() => void own.refetch()}>
          {t('retry')}
        </Button>
      </Empty>
    )
  if (!own.data) return <Skeleton height={360} />
  return (
    <>
      {temporary ? (
        <Temporary address={temporary} name={network.name} onOwn={() => setTemporary(null)} />
      ) : (
        <AddressCard address={own.data} name={network.name} />
      )}
      {isDemo && <VirtualNote title={t('virtual')}>{t('virtualWhy')}</VirtualNote>}
      {!temporary && (
        <div className="temp">
          {failure !== null && <FormError>{errorText(failure)}</FormError>}
          <Button className="wide" aria-busy={isAsking} onClick={() => void askTemporary()}>
            {t('temporary')}
          </Button>
          <p className="cap-l">{t('temporaryWhy')}</p>
        </div>
      )}
    </>
  )
}

interface TemporaryProps {
  readonly address: DepositAddress
  readonly name: string
  readonly onOwn: () => void
}

/** Once its time is over it is shown no more: nobody watches it. */
function Temporary({ address, name, onOwn }: TemporaryProps) {
  const t = useTexts(coinTexts)
  const left = useLeft(address.expiresAt ?? 0)
  return (
    <div className="temp">
      {left > 0 ? (
        <>
          <AddressCard address={address} name={name} />
          <p className="mid num">
            {t('temporaryLeft')} <b>{formatCountdown(left)}</b>
          </p>
        </>
      ) : (
        <FormError>{t('temporaryOver')}</FormError>
      )}
      <Button className="wide" onClick={onOwn}>
        {t('own')}
      </Button>
    </div>
  )
}

/** The call answers with a registered account too, where one was given. */
function addressOf(answer: DepositAddress | object): DepositAddress {
  if (!('address' in answer)) throw new Error('an address was asked for, and another account came')
  return answer
}
