import { useTexts } from '@maru/client/i18n/texts'
import { copyText } from '@maru/client/page/copy-text'
import { saveFile } from '@maru/client/page/save-file'
import { Button, Check, Icon } from '@maru/ui'
import { useState } from 'react'
import { securityTexts } from './texts.ts'

/** Recovery codes, which are shown only now: they are copied or saved before the member goes on. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTexts(securityTexts)
  const [isSaved, setSaved] = useState(false)
  const text = codes.join('\n')
  return (
    <div className="sheet-f">
      <p className="sec-p">{t('codesText')}</p>
      <ol className="sec-codes num">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="sheet-a">
        <Button onClick={() => void copyText(text, t('codesCopied'), t('copyFailed'))}>
          <Icon name="copy" small />
          {t('copyCodes')}
        </Button>
        <Button onClick={() => saveFile('maru-recovery-codes.txt', text, 'text/plain')}>
          <Icon name="download" small />
          {t('saveFile')}
        </Button>
      </div>
      <Check checked={isSaved} onChange={setSaved}>
        {t('saved')}
      </Check>
      <Button tone="primary" size={52} className="wide" disabled={!isSaved} onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}
