import { copyText } from '@maru/client/page/copy-text'
import { Icon } from '@maru/ui'

/** A number or reference with a button that copies it. */
export function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className="copied">
      <span className="num">{text}</span>
      <button
        type="button"
        aria-label={`${label} 복사`}
        title={`${label} 복사`}
        onClick={(event) => {
          event.stopPropagation()
          void copyText(text, `${label}을(를) 복사했습니다`, '복사하지 못했습니다')
        }}
      >
        <Icon name="copy" small />
      </button>
    </span>
  )
}
