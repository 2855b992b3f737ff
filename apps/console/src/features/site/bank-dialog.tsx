import { call } from '@maru/client/api/client'
import type { ConsoleSite, SiteBank } from '@maru/contract'
import { Check, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

interface Props {
  site: ConsoleSite
  /** null: a new account. */
  row: SiteBank | null
  onDone: () => void
  onClose: () => void
}

const empty = { sub: '', bankCode: '', bank: '', number: '', holder: '', isOpen: true, rank: 0 }
const said = ({ bank, number, holder, isOpen }: Omit<SiteBank, 'sub' | 'rank'>) =>
  `${bank} ${number} ${holder}${isOpen ? '' : t('closedIn')}`

/** An account that members send to: two SUPERs look at its number. */
export function BankDialog({ site, row, onDone, onClose }: Props) {
  const [form, setForm] = useState<SiteBank>(row ?? { ...empty, bankCode: site.banks[0]?.code ?? '' })
  const [rank, setRank] = useState(String(form.rank))
  const set = (fields: Partial<SiteBank>) => setForm((now) => ({ ...now, ...fields }))
  const bank = site.banks.find(({ code }) => code === form.bankCode)?.name ?? form.bank
  const missing = !/^[a-z0-9-]{2,40}$/.test(form.sub)
    ? t('ledgerNameRule')
    : !/^\d[\d-]{5,28}\d$/.test(form.number)
      ? t('needAccount')
      : form.holder.trim().length < 2
        ? t('needHolder')
        : !/^\d{1,4}$/.test(rank) || Number(rank) > 1_000
          ? t('needRank')
          : row !== null && JSON.stringify(row) === JSON.stringify({ ...form, rank: Number(rank), bank: row.bank })
            ? t('nothingChanged')
            : null
  return (
    <ActionDialog
      title={row === null ? t('accountAdd') : t('accountChange')}
      confirm={t('askSecond')}
      done={t('asked')}
      missing={missing}
      changes={[
        {
          name: form.sub || t('newAccount'),
          before: row === null ? t('none') : said(row),
          after: said({ ...form, bank }),
        },
      ]}
      run={({ reason, key }) => {
        const { bank: _, ...after } = form
        return call('POST /api/console/site/bank', {
          params: {},
          body: { reason, after: { ...after, rank: Number(rank) }, ...(row && { before: row }) },
          key,
        })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <div className="site-form">
        <div className="fields">
          <label className="pick">
            <span>{t('bank')}</span>
            <select value={form.bankCode} onChange={(event) => set({ bankCode: event.currentTarget.value })}>
              {row && !site.banks.some(({ code }) => code === row.bankCode) && (
                <option value={row.bankCode}>{row.bank}</option>
              )}
              {site.banks.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <TextField
            label={t('accountNumber')}
            maxLength={30}
            value={form.number}
            onValue={(number) => set({ number })}
          />
          <TextField label={t('holder')} maxLength={40} value={form.holder} onValue={(holder) => set({ holder })} />
          <TextField label={t('order')} inputMode="numeric" maxLength={4} value={rank} onValue={setRank} />
          {row === null && (
            <TextField label={t('ledgerName')} maxLength={40} value={form.sub} onValue={(sub) => set({ sub })} />
          )}
        </div>
        <Check checked={form.isOpen} onChange={(isOpen) => set({ isOpen })}>
          {t('shownToMembers')}
        </Check>
      </div>
    </ActionDialog>
  )
}
