import { useTexts } from '@maru/client/i18n/texts'
import type { PayoutAccount } from '@maru/contract'
import { Button, Icon } from '@maru/ui'
import { useState } from 'react'
import { PayoutAccountSheet } from './payout-account-sheet.tsx'
import { withdrawTexts } from './withdraw-texts.ts'

/** The bank account that withdrawals go to, and how to register or change it. */
export function PayoutAccountRow({ account }: { account: PayoutAccount | null }) {
  const t = useTexts(withdrawTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {account ? (
        <p className="own">
          <Icon name={account.isVerified ? 'check' : 'clock'} small />
          <span>{t(account.isVerified ? 'verified' : 'unverified')}</span>
          <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('changeAccount')}
          </button>
        </p>
      ) : (
        <Button size={44} className="wide" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="plus" small />
          {t('addAccount')}
        </Button>
      )}
      <PayoutAccountSheet open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
