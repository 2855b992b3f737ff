import { useTexts } from '@maru/client/i18n/texts'
import { Button } from '@maru/ui'
import type { ReactNode } from 'react'
import { appTexts } from '../shell/texts.ts'

/** The end of a sheet: leaving it, beside what `children` do. */
export function SheetEnd({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  const t = useTexts(appTexts)
  return (
    <div className="sheet-a">
      <Button size={52} onClick={onClose}>
        {t('cancel')}
      </Button>
      {children}
    </div>
  )
}
