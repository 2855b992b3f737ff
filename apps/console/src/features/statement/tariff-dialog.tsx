import { call } from '@maru/client/api/client'
import type { Tariff } from '@maru/contract'
import { formatMoney, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { lineKindWord } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

type Kind = Tariff['kind']
const kinds = (['deposit', 'payout', 'return', 'fee', 'transfer'] as const).map((value) => ({
  value,
  label: lineKindWord(value),
}))
const currencies = (['KRW', 'USDT', 'BTC', 'ETH', 'XRP'] as const).map((value) => ({ value, label: value }))

/** What a provider may take for a line; both fields empty: without a tariff its own word counts. */
export function TariffDialog({
  row,
  onDone,
  onClose,
}: {
  row: Tariff | null
  onDone: () => void
  onClose: () => void
}) {
  const [named, setNamed] = useState({ provider: row?.provider ?? '' })
  const [currency, setCurrency] = useState<Tariff['currency']>(row?.currency ?? 'KRW')
  const [kind, setKind] = useState<Kind>(row?.kind ?? 'payout')
  const [fixed, setFixed] = useState(row?.fixed ?? '')
  const [percent, setPercent] = useState(row === null ? '' : String(row.ratePpm / 10_000))
  const isNone = fixed.trim() === '' && percent.trim() === ''
  const ratePpm = Math.round(Number(percent || '0') * 10_000)
  const after = isNone ? null : { fixed: fixed.trim() || '0', ratePpm }
  const textOf = (rate: { fixed: string; ratePpm: number } | null) =>
    rate === null ? t('noTariff') : `${formatMoney(rate.fixed, currency)} + ${rate.ratePpm / 10_000}%`
  const missing =
    named.provider.trim() === ''
      ? t('needProvider')
      : !isNone && (!/^\d*(\.\d+)?$/.test(fixed.trim()) || !(ratePpm >= 0 && ratePpm <= 1_000_000))
        ? t('needTariff')
        : textOf(row) === textOf(after)
          ? t('sameTariff')
          : null
  return (
    <ActionDialog
      title={t('tariffTitle')}
      confirm={t('askSecond')}
      done={t('tariffAsked')}
      missing={missing}
      changes={[{ name: t('tariffs'), before: textOf(row), after: textOf(after) }]}
      canned={[t('whyContract')]}
      run={({ reason, key }) =>
        call('POST /api/console/statement/tariff', {
          params: {},
          body: {
            ...{ reason, provider: named.provider.trim(), currency, kind },
            ...(row && { before: { fixed: row.fixed, ratePpm: row.ratePpm } }),
            ...(after && { after }),
          },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      {row === null && (
        <>
          <TextField
            label={t('provider')}
            maxLength={30}
            value={named.provider}
            onValue={(provider) => setNamed({ provider })}
          />
          <Segmented label={t('currency')} choices={currencies} value={currency} onChange={setCurrency} />
          <Segmented label={t('kind')} choices={kinds} value={kind} onChange={setKind} />
        </>
      )}
      <div className="fields">
        <TextField label={t('fixed')} inputMode="decimal" maxLength={20} value={fixed} onValue={setFixed} />
        <TextField label={t('ratePercent')} inputMode="decimal" maxLength={8} value={percent} onValue={setPercent} />
      </div>
    </ActionDialog>
  )
}
