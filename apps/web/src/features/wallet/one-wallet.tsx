import './wallet.css'
import type { MyWallet } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { crossQuery } from '../../books/futures/queries.ts'
import { crossQuery as overseaCrossQuery } from '../../books/oversea/queries.ts'
import { wonHolding } from '../../kit/won/holding.ts'
import { featuresOf, useSite } from '../../site/store.ts'
import { futuresBalance } from './futures-balance.ts'
import { FuturesWalletRow } from './futures-wallet.tsx'
import { PlainWalletRow } from './plain-wallet.tsx'
import { WonWalletRow } from './won-wallet.tsx'

/** One wallet by itself, as the list of wallets shows it. */
export function OneWallet({ wallet }: { wallet: MyWallet }) {
  const hasOversea = useSite(({ site }) => site !== null && featuresOf(site).oversea)
  const cross = useQuery(crossQuery(wallet.type === 'FUTURES')).data
  const overseaCross = useQuery(overseaCrossQuery(hasOversea && wallet.type === 'BINARY')).data
  if (wallet.type === 'FUTURES' && cross)
    return <FuturesWalletRow wallet={wallet} cross={cross} balance={futuresBalance(cross, wallet)} hidden={false} />
  if (wallet.type === 'BINARY')
    return <WonWalletRow wallet={wallet} holding={wonHolding(wallet, overseaCross)} hidden={false} />
  return <PlainWalletRow wallet={wallet} hidden={false} />
}
