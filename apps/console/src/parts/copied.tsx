import { copyText } from '@maru/client/page/copy-text'
import { Icon } from '@maru/ui'
import { t } from './texts.ts'

/** A number or reference with a button that copies it. */
export function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className="copied">
      <span className="num">{text}</span>
      <button
        type="button"
        aria-label={t('copyLabel', { label })}
        title={t('copyLabel', { label })}
        onClick={(event) => {
          event.stopPropagation()
          void copyText(text, t('copiedLabel', { label }), t('copyFailed'))
        }}
      >
        <Icon name="copy" small />
      </button>
    </span>
  )
}
