/**
 * The inline script of a tracked page, behind its picture: when that is there, it fetches the tracking module. A frame
 * out of view has no picture yet, and so no tracking either; for a visitor who objects there is none at all.
 */
import { visitorObjects } from './privacy.ts'

const root = document.getElementById('embed') as HTMLElement
const picture = root.querySelector('.motion img,video') as HTMLImageElement & HTMLVideoElement
// Blocked: without it the page is the same.
const track = () => void import(/* @vite-ignore */ root.dataset.tracking as string).catch(() => {})
if (visitorObjects()) root.removeAttribute('data-tracking')
else if (picture.naturalWidth || picture.readyState > 1) track()
else picture.onload = picture.onloadeddata = track
