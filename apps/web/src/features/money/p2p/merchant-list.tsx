import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet, P2pMerchant } from '@maru/contract'
import { Empty, Segmented } from '@maru/ui'
import { useState } from 'react'
import { showAlert } from '../../../shell/alert.tsx'
import { VirtualNote } from '../../../shell/virtual-note.tsx'
import { AmountField } from '../amount-field.tsx'
import { useKeptAmount } from '../kept-amount.ts'
import { MerchantRow } from './merchant-row.tsx'
import { faultOf, tradingOn } from './offers.ts'
import { OrderSheet } from './order-sheet.tsx'
import type { P2pSide } from './queries.ts'
import { useP2pTerms } from './terms.ts'
import { p2pTexts } from './texts.ts'

interface Props {
  readonly merchants: readonly P2pMerchant[]
  readonly wallet: MyWallet | undefined
}

/** Merchants with what an amount comes to at each, the best price first. */
export function MerchantList({ merchants, wallet }: Props) {
  const t = useTexts(p2pTexts)
  const terms = useP2pTerms()
  const [side, setSide] = useState<P2pSide>('BUY')
  const kept = useKeptAmount('p2p')
  const [won, setWon] = useState<number | null>(Number(kept) || null)
  const [chosen, setChosen] = useState<number | null>(null)
  const listed = tradingOn(merchants, side)
  const merchant = listed.find(({ id }) => id === chosen)
  const choose = (one: P2pMerchant) => {
    const bound = won ? faultOf(one, won) : null
    const fault = won ? bound && t(bound.text, bound) : t('required')
    if (fault === null) setChosen(one.id)
    else void showAlert(fault)
  }
  return (
    <>
      <div className="pad">
        <Segmented
          label={t('sides')}
          choices={[
            { value: 'BUY', label: t('BUY') },
            { value: 'SELL', label: t('SELL') },
          ]}
          value={side}
          onChange={setSide}
        />
      </div>
      <AmountField
        label={t(`ask${side}`)}
        value={won}
        onValue={setWon}
        hint={t('hint')}
        fault={null}
        steps={[100_000, 300_000, 1_000_000]}
      />
      <section className="pad">
        <ol className="p2p-how">
          {(['step1', 'step2', 'step3'] as const).map((step) => (
            <li key={step}>{t(`${step}${side}`, terms)}</li>
          ))}
        </ol>
        {merchants.some(({ isDemo }) => isDemo) && <VirtualNote title={t('demoTitle')}>{t('demoText')}</VirtualNote>}
      </section>
      <div className="band" />
      <section className="pad" aria-labelledby="p2p-list">
        <div className="sec-t">
          <h2 id="p2p-list">{t(`list${side}`, { count: String(listed.length) })}</h2>
          <small>{t('bestFirst')}</small>
        </div>
        {listed.length === 0 && <Empty title={t('noMerchants')} />}
        <ul className="p2p-list">
          {listed.map((one) => (
            <MerchantRow key={one.id} merchant={one} side={side} won={won} onChoose={() => choose(one)} />
          ))}
        </ul>
      </section>
      {merchant && won !== null && (
        <OrderSheet open onClose={() => setChosen(null)} side={side} won={won} merchant={merchant} wallet={wallet} />
      )}
    </>
  )
}
