import type { ReactNode } from 'react'
import { CUT_TEXTS } from '../../shared/texts/people/cut-texts.ts'
import { assets } from '../render/document.ts'
import type { PageState } from './people-page.tsx'

type CutTexts = (typeof CUT_TEXTS)['en']

/** How the picture may be cropped: the values of its field, and what each is called. */
const ratiosOf = ({ whole, free }: CutTexts) =>
  [
    ['whole', whole],
    ['free', free],
    ['1', '1:1'],
    [String(4 / 3), '4:3'],
    [String(16 / 9), '16:9'],
  ] as const

const CORNERS = ['nw', 'ne', 'sw', 'se'] as const

/** What is chosen of a caption, besides its text. */
const CHOICES = [
  ['place', ['top', 'bottom']],
  ['size', ['small', 'medium', 'large']],
  ['outline', ['none', 'thin', 'thick']],
] as const

const COLOURS = [
  ['colour', '#ffffff'],
  ['outlineColour', '#000000'],
] as const

/** The caption's length at most (`islands/cut/caption.ts`). */
const TEXT_MAX = 120

type Props = { page: PageState; label: { play: string; pause: string } }

/** The editor of a chosen file, closed until its script opens it (`islands/cut/edit.ts`). */
export function CutDialog({ page: { c, texts: words }, label }: Props) {
  const texts = CUT_TEXTS[c.get('language')]
  return (
    <dialog
      className="cutter"
      aria-labelledby="cut-title"
      data-film={assets.scripts.film}
      data-question={texts.discard}
    >
      <form method="dialog" noValidate>
        <div className="cut-top">
          <h2 id="cut-title">{texts.title}</h2>
          <p className="note">
            <bdi data-part="name" />
          </p>
        </div>
        <div className="cut-preview">
          <Stage texts={texts} />
          <p className="note">
            {texts.result}: <span data-part="result" role="status" />
          </p>
        </div>
        <div className="cut-choices">
          <Times texts={texts} label={label} />
          <Group name={texts.crop}>
            <div className="cut-row">
              {ratiosOf(texts).map(([value, name]) => (
                <label key={value} className="cut-ratio">
                  <input type="radio" name="ratio" value={value} />
                  <span>{name}</span>
                </label>
              ))}
            </div>
          </Group>
          <CaptionFields texts={texts} />
        </div>
        <div className="cut-end">
          <p data-say="making" role="status" hidden>
            {texts.making}
          </p>
          <p data-say="failed" className="problem" role="alert" hidden>
            {texts.failed}
          </p>
          <progress aria-label={texts.making} hidden />
          <div className="cut-row">
            <button type="submit" className="act">
              {texts.apply}
            </button>
            <Press name="cancel">{words.cancel}</Press>
            <Press name="whole">{texts.useWhole}</Press>
            <Press name="reset">{texts.reset}</Press>
          </div>
        </div>
      </form>
    </dialog>
  )
}

const Press = ({ name, children }: { name: string; children: ReactNode }) => (
  <button type="button" className="act quiet" data-press={name}>
    {children}
  </button>
)

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <fieldset className="choices">
    <legend>{name}</legend>
    {children}
  </fieldset>
)

/** The picture with the frame of its crop. */
const Stage = ({ texts }: { texts: CutTexts }) => (
  <fieldset className="choices" aria-describedby="cut-keys">
    <legend className="name-of">{texts.preview}</legend>
    <div className="cut-stage">
      <canvas role="img" aria-label={texts.preview} />
      <div className="cut-frame">
        <button type="button" data-corner="" aria-label={texts.move} />
        {CORNERS.map((corner) => (
          <button key={corner} type="button" data-corner={corner} aria-label={texts[corner]} />
        ))}
      </div>
    </div>
    <p className="note" id="cut-keys">
      {texts.keys}
    </p>
  </fieldset>
)

/** Two handles on one time line, in places of the clip (`Clip.marks`). */
const Times = ({ texts, label }: { texts: CutTexts; label: Props['label'] }) => (
  <div className="cut-times">
    <Group name={texts.part}>
      <div className="cut-line">
        <input type="range" name="start" min="0" step="1" aria-label={texts.start} />
        <input type="range" name="end" min="0" step="1" aria-label={texts.end} />
      </div>
      <p className="cut-ends">
        <span data-part="start" />
        <button type="button" className="act quiet" data-press="pause">
          <span className="is-playing">{label.pause}</span>
          <span className="is-paused">{label.play}</span>
        </button>
        <span data-part="end" />
      </p>
    </Group>
  </div>
)

const CaptionFields = ({ texts }: { texts: CutTexts }) => (
  <Group name={texts.caption}>
    <div className="cut-caption">
      <div className="entry cut-text">
        <label htmlFor="cut-text">{texts.text}</label>
        <input id="cut-text" name="text" type="text" maxLength={TEXT_MAX} autoComplete="off" dir="auto" />
      </div>
      {CHOICES.map(([name, options]) => (
        <div key={name} className="entry">
          <label htmlFor={`cut-${name}`}>{texts[name]}</label>
          <select id={`cut-${name}`} name={name}>
            {options.map((option) => (
              <option key={option} value={option}>
                {texts[option]}
              </option>
            ))}
          </select>
        </div>
      ))}
      {COLOURS.map(([name, value]) => (
        <div key={name} className="entry">
          <label htmlFor={`cut-${name}`}>{texts[name]}</label>
          <input id={`cut-${name}`} name={name} type="color" defaultValue={value} />
        </div>
      ))}
    </div>
  </Group>
)
