/** The style of the tools: it comes with their script, as visitors have no use for it. */
export const STYLE = `
.staff-tools { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 16px }
.staff-tools > *, .staff-menu > *, .staff-ask button {
  padding: 6px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface);
  color: var(--ink); font: inherit; font-size: 14px; line-height: 1.5; text-align: start; text-decoration: none; cursor: pointer
}
.staff-tools > :hover, .staff-menu > :hover { border-color: var(--accent) }
.staff-more {
  position: absolute; top: 6px; left: 6px; width: 32px; height: 32px; border: 0; border-radius: 50%;
  background: rgb(16 14 22 / 0.78); color: #fff; font: inherit; line-height: 1; cursor: pointer
}
.tile-rows > li { position: relative }
.staff-menu { inset: auto; margin: 4px 0; padding: 8px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface) }
.staff-menu:popover-open { display: grid; gap: 6px; position: fixed }
.staff-said {
  position: fixed; z-index: 5; bottom: 16px; left: 50%; margin: 0; padding: 10px 16px; border-radius: 10px;
  background: #17131f; color: #fff; translate: -50% 0
}
.staff-said:empty { display: none }
.staff-ask { border: 1px solid var(--line); border-radius: 12px; background: var(--surface); color: var(--ink) }
.staff-ask label, .staff-ask textarea { display: block; width: min(420px, 76vw) }
.staff-ask textarea { margin: 6px 0 12px; padding: 8px; border: 1px solid var(--line); border-radius: 8px; background: var(--sunk); color: inherit; font: inherit }
.staff-ask div { display: flex; justify-content: flex-end; gap: 8px }
`
