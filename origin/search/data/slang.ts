/**
 * What people type and what they mean, by language. Written for this product, from what is generally known, and under its
 * licence.
 *
 * A row is `words > what they also find`, words that all mean each other (`,`), or forms of one word (`|`).
 */
export const SLANG: Readonly<Record<string, string>> = {
  en: `lol, lolz, lmao, lmfao, rofl, roflmao, haha, hehe, hahaha, kek, xd > laughing, laugh, funny
laugh, laughing, laughter, giggle, chuckle, cracking up
laugh, laughing > lol, haha
hilarious, comedy, joke > funny, laugh
funny, humor, humour, hilarious
silly > goofy, funny
goofy > silly
omg, omfg, oh my god, oh my gosh > wow, shock, surprised
wow, whoa, woah, amazing, amazed, astonished
shook, shooketh, gobsmacked, flabbergasted, speechless, jaw drop > shock, wow, amazed
shock, shocked, surprise, surprised
unbelievable, incredible > wow, amazed
mind blown, mindblown, mind blowing, mindblowing
mind blown > wow, explosion
wtf, wth, what the heck, what the hell > confused, what, shock
wdym, huh > confused, what
idk, idek, dunno, i dont know, beats me, no idea > shrug, confused, who knows
shrug, who knows, dunno
idc, idgaf, dont care, i dont care, meh > whatever, eye roll, shrug
whatever, as if, yeah right > eye roll
smh, facepalm, face palm, smdh > facepalm, disappointed
fail, epic fail > facepalm, disappointed
cringe, embarrassing, embarrassed, awkward > facepalm
tbh, imo, imho > honest
brb, afk > wait, be right back
hold on, hang on, one sec, one moment, just a minute, be patient, patience > wait, please wait, loading
wait, waiting, patience
buffering, laggy, lag, slow internet > loading
loading, buffering
gtg, g2g, ttyl, cya, cu, l8r, see ya, see you, later, peace out, im out, farewell, goodbye, ttfn > bye
bye, goodbye, bye bye, farewell, see you
hi, hello, hey, hiya, howdy, heya, yo, sup, wassup, whats up, greetings, greeting
welcome > hello
gm, gmorning, mornin, good mornin, rise and shine, top of the morning > good morning
good morning > morning, wake up
wakey, wake up > good morning, morning
gn, gnite, nite, nighty night, night night, sweet dreams, good nite, bedtime > good night, sleep
goodnight, good night
good night > sleep
sleep, asleep, nap, snooze, bedtime, slumber, zzz, zz
sleepy, tired, exhausted, drained, worn out, knackered, dead tired
sleepy, tired > sleep
need coffee, caffeine, cuppa, espresso, latte, cappuccino > coffee
monday, mondays, mondayitis, back to work > tired, coffee
weekend, tgif, thank god its friday, fri-yay, friyay > friday, party
ty, tysm, tyvm, thx, thnx, tnx, thanx, thanks, thank u, cheers mate, much appreciated, appreciate it, grateful, gratitude > thank you
thanks, thank you, thank u
np, yw, no problem, no worries, youre welcome, anytime > welcome, ok
pls, plz, plox, please > please
sry, soz, my bad, apologies, apology, forgive me, mea culpa > sorry
sorry, apology, apologize, apologise
hbd, bday, b day, b-day, birthdayy, happy bday, hb > birthday, happy birthday
birthday, bday
another year older, birth anniversary > birthday
congrats, grats, gratz, congratz, congratulation, congratulations, congratulate, kudos, props
gg, ggwp, wp, well played, good game, good job, gj, great job, nice work, way to go, attaboy, well done, nailed it > applause, congratulations, clap
applause, applaud, clap, clapping, ovation, standing ovation
bravo > applause, clap
slay, yas, yass, queen > great, yes, wow
woohoo, yay, yippee, hooray, hurray, hurrah, woot, w00t > celebrate, happy, party
party, celebration, celebrate, celebrating, festive, fiesta
party, rave, lit, turn up, turnt, disco > dance
dance, dancing, dancer, boogie, groove, twerk, shake it
dance, groovy > party
music, song, tune, beat, beats, dj
drink, drinks, beer, booze, pint, alcohol > cheers
cheers, toast to, bottoms up
yes, yeah, yep, yup, ya, yea, aye, sure, absolutely, definitely, of course, affirmative, totally
yes > ok, nod, thumbs up
ok, okay, okey, k, kk, okie, alright, all right, roger, got it, deal
agree, agreed, same, this, ikr, i know right, exactly, true, facts, word > yes, nod
approve, approval, like, liked, +1, upvote > thumbs up
thumbs up, thumb up, thumbsup
no, nope, nah, nay, noo, no way, never, negative, hell no, absolutely not
no, disagree > head shake, thumbs down
disagree, refuse, denied, rejected, reject > no, nope
stop, dont > no
great, awesome, excellent, fantastic, epic, superb, brilliant, terrific, wonderful, fabulous, dope, goat, goated, fire, poggers, pog
cool, nice, neat, rad, sick, sweet > great
cute, adorable, aww, awww, awwww, kawaii, sweet, lovely, precious, wholesome, cutie, uwu
happy, glad, joyful, joy, cheerful, delighted, merry, pleased, smile, smiling, happiness
hyped, hype, excited, pumped, stoked, thrilled > happy, celebrate
yolo, living my best life, good vibes, good mood > happy
sad, unhappy, sorrow, down, gloomy, depressed, heartbroken, upset, miserable, blue, melancholy, feels, sadness
sad, broken heart, rip > cry
cry, crying, tears, sob, sobbing, weep, weeping, bawling > sad
lonely, alone > sad
imu, i miss you, miss u, missing you > miss you, sad
love, luv, ily, ilysm, ilu, i love you, love you, love u, adore, crush, bae, in love > heart
love, affection, romance, romantic
heart, hearts
xoxo, hug, hugs, cuddle, kiss, kisses, smooch > love
valentine, valentines, valentines day > love, heart
angry, mad, furious, rage, pissed, annoyed, grumpy, triggered
bored, boring, boredom, yawn, zoned out
bored > eye roll, whatever
ugh, eye roll, eyeroll, rolling eyes > eye roll
confused, puzzled, lost, baffled, clueless
scared, spooky, scary, creepy, horror, fright, terrified, boo
halloween, trick or treat, jack o lantern, all hallows > spooky, pumpkin
ghost, haunted, witch > spooky, halloween
xmas, x-mas, christmas, merry christmas, yule, santa, noel
nye, new year, happy new year, new years eve, fireworks > celebrate, party
winter, snow, snowy, cold, freezing, frosty, chilly
brr, brrr, freezing > cold, winter
summer, beach, sunny, hot, heatwave, vacation, holiday
beach, seaside, coast, shore > sea, ocean
sea, ocean, seas, marine
wave, surf, surfing, tide
autumn, fall, fall leaves
spring, springtime, blossom
rain, rainy, raining, drizzle, storm, pouring, wet weather
night, nighttime, evening, midnight
sun, sunshine, sunrise, sunny
sunset, dusk, twilight, sundown, golden hour
stars, starry, night sky, constellation
space, cosmos, universe, galaxy, outer space, astronomy, cosmic
rocket, spaceship, spacecraft, liftoff, launch, to the moon, moonshot
earth, globe, world, planet
calm, chill, chilling, relax, relaxing, relaxed, peaceful, serene, zen, soothing, cozy, cosy, tranquil, vibes
mic drop, boom, drop the mic, im done, thats it
high five, hi five, highfive, gimme five, up top > friends
teamwork, besties, bff, bestie, buddy, buddies, mates, pals, friendship > friends
friend, friends, buddy, pal
cat, kitty, kitten, kitties, feline, pussycat, meow, purr, kitteh
dog, puppy, pup, doggo, doggy, pupper, pooch, canine, hound, woof, good boy
bunny, rabbit, hare, bunnies
monkey, ape, chimp
bear, teddy
pig, piggy, piglet, oink
frog, toad, ribbit
chicken, hen, rooster, chick
turtle, tortoise
snake, serpent
fish, fishy
bee, honeybee, buzz
bird, birdie
pet, pets > animals
animals, animal, critter, creature, wildlife
food, yum, yummy, nom, nomnom, nom nom, delicious, tasty, hungry, foodie, eat, eating, meal
dinner, lunch, supper, breakfast > food
hangry, starving, munchies, snack > food, hungry
noodles, ramen, pasta, noodle soup
cake, birthday cake, dessert
toast, bread
popcorn, movie night, grab popcorn, drama, tea spill, watching drama
movie, film, cinema
car, drive, driving, road trip, roadtrip, automobile, ride
train, railway, railroad
travel, trip, journey, wanderlust
boat, ship, sailing, sail
work, working, job, office
coding, code, coder, programming, programmer, developer, software, hacker, dev, debugging
it works, works on my machine, bug fixed > code
computer, tech, technology, technical, nerd, geek, laptop
success, win, winning, winner, victory, nailed, ftw
luck, good luck, gl, fingers crossed
fun > funny, party
rainbow, lgbt, lgbtq, pride, gay pride
colour, color, colourful, colorful, colours, colors
abstract, trippy, psychedelic, hypnotic, mesmerizing, satisfying, oddly satisfying
loop, endless, infinite, looping, seamless
pattern, patterns, geometry, geometric
forest, wood, woods, trees, jungle
mountain, mountains, hills, peaks
city, town, skyline, urban
retro, synthwave, 80s, eighties, vaporwave, outrun
neon, glow, glowing
fly, flying, flight
swim, swimming, swimmer
jump, jumping, leap, hop, bounce
nod, nodding
wiggle, wiggly
run|ran|running
go|goes|went|gone
eat|ate|eaten
drink|drank|drunk
sleep|slept
fly|flew|flown
swim|swam|swum
sing|sang|sung
win|won
lose|lost
fall|fell|fallen
feel|felt
think|thought
buy|bought
bring|brought
catch|caught
teach|taught
speak|spoke|spoken
break|broke|broken
give|gave|given
write|wrote|written
drive|drove|driven
ride|rode|ridden
rise|rose|risen
shake|shook|shaken
wake|woke|woken
throw|threw|thrown
know|knew|known
grow|grew|grown
blow|blew|blown
begin|began|begun
come|came
make|made
say|said
see|saw|seen
shine|shone
sit|sat
stand|stood
tell|told
weep|wept
keep|kept
good|better|best
bad|worse|worst
child|children|kid|kids
man|men
woman|women
person|people
mouse|mice
foot|feet
tooth|teeth
goose|geese
wolf|wolves
leaf|leaves
life|lives
knife|knives
party|parties
fish|fishes
butterfly|butterflies
puppy|puppies
firefly|fireflies`,
  de: `haha, hihi, hahaha, lach, kicher, lolz > lachen, lustig
lachen, gelächter, kichern, ablachen, totlachen
lustig, witzig, komisch, spaßig, humor, witz
moin, moinsen, servus, grüezi, grüß gott, hallöchen, hallo, hi, hey, tach, guten tag > hallo, gruß
hallo, gruß, grüße, begrüßung
tschüss, tschüs, tschau, ciao, auf wiedersehen, bis bald, bis später, bis dann, mach's gut, baba, servus > tschüss, winken
winken, winke winke
guten morgen, gumo, morgen, moin > guten morgen
gute nacht, gn8, guna, schlaf gut, schlaf schön, träum süß, träum was schönes > gute nacht, schlafen
müde, schläfrig, erschöpft, kaputt, fix und fertig
schlafen, schlaf, pennen, schlummern, nickerchen, einschlafen
danke, dankeschön, vielen dank, merci, thx, danke schön, dankbar
bitte, büdde, bidde
tut mir leid, sorry, entschuldigung, verzeihung, pardon, sry, tschuldigung
hdl, hdgdl, ild, ich liebe dich, lieb dich, liebe dich, hab dich lieb, verliebt, verknallt > liebe, herz
liebe, lieben, schatz
herz, herzen, herzchen
kuss, küsse, knutschen, küsschen, umarmung, drücken, knuddeln > liebe
alles gute, geburtstag, happy birthday, burzeltag, geburtstagsgrüße, geb > geburtstag
geburtstag, alles gute zum geburtstag, geburtstagskind
glückwunsch, glückwünsche, gratulation, gratuliere, herzlichen glückwunsch, gz, grats
applaus, klatschen, beifall, applaudieren, bravo
gut gemacht, super gemacht, stark, saubere leistung, respekt, hut ab > applaus, glückwunsch
super, toll, klasse, prima, großartig, genial, spitze, mega, geil, hammer, krass, cool, fantastisch
ja, jo, jep, jup, jawohl, klar, na klar, sicher, genau, auf jeden fall
okay, ok, oki, alles klar, passt, geht klar, einverstanden
nein, nö, nee, ne, niemals, auf keinen fall, nope
keine ahnung, ka, weiß nicht, weiß ich nicht, kp, kein plan > schulterzucken, verwirrt
egal, mir egal, wurscht, wurst, schnuppe, schulterzucken
peinlich, fremdschämen, oh mann, stirnklatscher
traurig, unglücklich, niedergeschlagen, betrübt, trauer, deprimiert
weinen, heulen, tränen, flennen > traurig
vermisse dich, ich vermisse dich, du fehlst mir > traurig
wütend, sauer, zornig, böse, wut, genervt
gelangweilt, langweilig, langeweile, öde, gähn
glücklich, froh, fröhlich, happy, freude, freuen, gut gelaunt, lächeln
juhu, hurra, jippie, yeah, jubel, juhuu > feiern, party
party, feier, fete, feiern, fest, abfeiern, sause
tanzen, tanz, tänzer, tänzerin
wochenende, feierabend, freitag, endlich freitag > freitag
prost, prösterchen, zum wohl, anstoßen, bier, bierchen
süß, niedlich, putzig, goldig, knuffig, herzig, drollig
katze, kater, kätzchen, mieze, miezekatze, miau, stubentiger, katzen
hund, hündchen, welpe, wauwau, hunde, vierbeiner, wuff
hase, häschen, kaninchen, hasen
affe, äffchen
schwein, schweinchen, ferkel, sau
vogel, vögel, vögelchen
frosch, kröte
huhn, henne, küken, hühner
tiere, tier, tierchen
schockiert, schock, geschockt, entsetzt, fassungslos, sprachlos
wow, wahnsinn, boah, unglaublich, irre, erstaunt
angst, gruselig, unheimlich, grusel, schaurig > halloween
weihnachten, frohe weihnachten, heiligabend, advent, xmas, weihnachtsmann
silvester, neujahr, frohes neues, guten rutsch > feiern
winter, kalt, frost, eisig, schnee, frieren
sommer, urlaub, strand, ferien, sommerferien
meer, see, ozean, strand
welle, wellen, brandung
herbst, herbstlich
frühling, frühjahr, lenz
regen, regnerisch, regnet, schauer, gewitter
sonne, sonnig, sonnenschein, sonnenaufgang
sonnenuntergang, abenddämmerung, abendrot, dämmerung
sterne, sternenhimmel, stern
weltraum, weltall, all, universum, kosmos, galaxie
rakete, raumschiff, start
ruhig, entspannt, chillen, chill, entspannen, gemütlich, friedlich
kaffee, käffchen, espresso, koffein
essen, hunger, hungrig, lecker, mampfen, mahlzeit, futtern
frühstück, frühstücken, brunch
kuchen, torte, geburtstagskuchen, geburtstagstorte
nudeln, pasta, spaghetti
film, kino, filmabend
auto, fahren, wagen, karre
zug, bahn, eisenbahn
reise, reisen, verreisen, unterwegs
boot, schiff, kahn
arbeit, arbeiten, büro, job, malochen
programmieren, coden, code, programmierer, entwickler
computer, technik, rechner
bitte warten, warten, moment, momentchen, geduld, sekunde, warte mal > lädt
lädt, laden, ladebalken, ladevorgang
high five, abklatschen, schlag ein, gib mir fünf
freunde, freund, freundschaft, kumpel, beste freunde
daumen hoch, gefällt mir, like, top
wald, wälder, bäume
berge, berg, gebirge, alpen
stadt, großstadt
farbe, farben, bunt, farbig
regenbogen, regenbogenfarben
gehen|ging|gegangen
essen|aß|gegessen|isst
trinken|trank|getrunken
schlafen|schlief|schläft|geschlafen
fahren|fuhr|fährt|gefahren
laufen|lief|läuft|gelaufen
fliegen|flog|geflogen|fliegt
schwimmen|schwamm|geschwommen
singen|sang|gesungen
springen|sprang|gesprungen|springt
lachen|lacht|lachte|gelacht
weinen|weint|weinte|geweint
tanzen|tanzt|tanzte|getanzt
winken|winkt|winkte|gewunken
klatschen|klatscht|geklatscht
lieben|liebt|geliebt`,
  fr: `mdr, ptdr, xptdr, lol, haha, hahaha, mort de rire, jpp, expdr > rire, drôle
rire, rigoler, rigolo, rires, marrer, éclats de rire
drôle, marrant, amusant, rigolo, comique, hilarant
slt, salut, coucou, cc, bonjour, bjr, hello, hey, wesh, yo
bonsoir, bsr > bonne nuit, bonjour
bonjour, matin, bon matin, bonne matinée
bonne nuit, bn, dors bien, beaux rêves, fais de beaux rêves, dodo > bonne nuit, dormir
dormir, dodo, sieste, sommeil, dort, endormi
fatigué, fatiguée, crevé, épuisé, claqué, naze
au revoir, a+, à plus, à bientôt, bye, ciao, tchao, adieu, à demain > au revoir
merci, mrc, mci, merci beaucoup, thx, remerciement, remercier
svp, stp, s'il te plaît, s'il vous plaît, please
désolé, désolée, dsl, pardon, excuse moi, mes excuses, excusez moi
jtm, je t'aime, jtd, je t'adore, amoureux, amoureuse, love > amour, cœur
amour, aimer, chéri, chérie, bisou, bisous, câlin, bise, calin
cœur, coeurs, cœurs
anniv, anniversaire, joyeux anniversaire, bon anniversaire, anniv'
félicitations, félicitation, bravo, chapeau, félicite, gg
bravo, bien joué, bien fait, bon travail > applaudissements
applaudissements, applaudir, applaudissement, ovation, clap
super, génial, top, excellent, formidable, trop bien, cool, parfait, magnifique, stylé, ouf
oui, ouais, ouaip, ui, yep, carrément, bien sûr, évidemment, d'accord
d'accord, ok, okay, dac, dacc, ça marche, entendu
non, nan, nope, jamais, pas question, hors de question
jsp, je sais pas, je ne sais pas, aucune idée, chépa > haussement, confus
peu importe, osef, rien à faire, bof > haussement
triste, tristesse, malheureux, déprimé, chagrin, peine
pleurer, larmes, pleure, pleurs, sanglots > triste
tu me manques > triste
énervé, fâché, colère, furieux, rage, vénère
ennui, ennuyé, ennuyeux, ennuyant, barbant
content, heureux, heureuse, joyeux, joie, sourire, contente, bonheur
youpi, hourra, ouais, yes > fête, content
fête, soirée, teuf, fêter, célébrer, célébration, party
danse, danser, danseur, danseuse
vendredi, week-end, weekend, enfin vendredi > vendredi
santé, tchin, tchin tchin, à la tienne, apéro, bière, trinquer
mignon, mignonne, chou, adorable, craquant, trop mignon, choupi
chat, chaton, minou, matou, miaou, chats, chatte
chien, chiot, toutou, ouaf, chiens
lapin, lapinou, lapins
singe, ouistiti
cochon, porc, porcelet
oiseau, oiseaux, zoziau
grenouille, crapaud
poule, poulet, poussin
animaux, animal, bête, bêtes
choqué, choc, stupéfait, sous le choc, étonné, surpris
wow, waouh, oh là là, incroyable, ouah, ouf
peur, effrayant, flippant, effroi > halloween
noël, joyeux noël, père noël, sapin
nouvel an, bonne année, réveillon > fête
hiver, froid, neige, glacé, gelé
été, vacances, plage, estival
mer, océan, plage
vague, vagues, surf
automne, automnal
printemps, printanier
pluie, pleut, pleuvoir, pluvieux, averse, orage
soleil, ensoleillé, lever du soleil
coucher de soleil, crépuscule, coucher du soleil
étoiles, étoile, ciel étoilé
espace, univers, cosmos, galaxie
fusée, vaisseau, décollage
calme, détente, relax, tranquille, paisible, zen, chill
café, kawa, expresso, cafés
nourriture, manger, miam, faim, délicieux, bouffe, repas, affamé
petit déjeuner, petit-déj, ptit dej
gâteau, gâteau d'anniversaire, pâtisserie
nouilles, ramen, pâtes
film, cinéma, ciné
voiture, bagnole, conduire, caisse
train, chemin de fer
voyage, voyager, trajet
bateau, navire
travail, travailler, boulot, taf, bureau
code, coder, programmer, programmation, développeur
technologie, ordinateur, ordi, informatique
attends, attendre, patience, patiente, une seconde, un instant > chargement
chargement, charge, en cours
tope là, tope, high five
amis, ami, pote, potes, copains, amitié
pouce en l'air, pouce levé, j'aime
forêt, bois, arbres
montagnes, montagne
ville, villes
couleur, couleurs, coloré
arc-en-ciel, arc en ciel
œil|yeux
aller|va|vais|allé
dormir|dort|dors|dormi
rire|rit|ris|rient
boire|boit|bu
manger|mange|mangé
courir|court|couru
danser|danse|dansant
pleurer|pleure|pleuré
sourire|sourit|souriant`,
  es: `jaja, jajaja, jeje, jajajaja, lol, xd, ajaja, me parto, me meo > risa, reír, gracioso
risa, reír, reírse, risas, carcajada, riendo
gracioso, chistoso, divertido, cómico, humor, chiste
hola, buenas, holi, holis, ola, wenas, qué tal, saludo, saludos, saludar
buenos días, bd, buen día, feliz día, buenas > buenos días
buenas noches, bn, dulces sueños, que descanses, felices sueños > buenas noches, dormir
dormir, sueño, siesta, dormido, durmiendo, mimir, a mimir
cansado, cansada, agotado, agotada, molido, con sueño
adiós, chao, chau, hasta luego, nos vemos, bye, hasta pronto, hasta mañana
gracias, grax, muchas gracias, mil gracias, graciass, agradecido, agradecer
porfa, por favor, porfis, xfa, xfavor
perdón, lo siento, disculpa, disculpe, lo lamento, sorry
tqm, te quiero, te amo, tkm, tq, enamorado, enamorada, te quiero mucho > amor, corazón
amor, querer, cariño, amar, beso, besos, abrazo, abrazos, besitos
corazón, corazones, corazoncito
cumple, cumpleaños, feliz cumpleaños, feliz cumple, cumpleañero
felicidades, felicitaciones, enhorabuena, felicitación, felicitar
aplauso, aplausos, aplaudir, palmas, bravo
bien hecho, buen trabajo, muy bien, crack > aplauso, felicidades
genial, estupendo, guay, chévere, bacán, padre, excelente, increíble, fantástico, súper, brutal
sí, claro, sip, obvio, por supuesto, desde luego, simón
vale, ok, okay, dale, de acuerdo, listo, venga
no, nop, nones, para nada, jamás, nunca, de ninguna manera, ni hablar
ns, no sé, no lo sé, ni idea, yo qué sé > confundido
da igual, me da igual, qué más da, equis
triste, tristeza, deprimido, desanimado, apenado
llorar, llanto, lágrimas, llorando > triste
te extraño, te echo de menos > triste
enojado, enfadado, furioso, rabia, ira, cabreado, molesto
aburrido, aburrida, aburrimiento, qué aburrido
feliz, contento, contenta, alegre, alegría, felicidad, sonrisa
yupi, hurra, viva, yuju > fiesta, feliz
fiesta, celebrar, celebración, festejo, parranda, festejar, pachanga
bailar, baile, bailando, danza, bailarín
viernes, finde, fin de semana, por fin viernes > viernes
salud, brindis, chinchín, cerveza, brindar, birra
tierno, tierna, lindo, linda, mono, adorable, bonito, cuqui, ternura
gato, gatito, gata, minino, michi, miau, gatos
perro, perrito, cachorro, perra, guau guau, firulais, perros
conejo, conejito
mono, chango, mico
cerdo, cerdito, puerco, chancho
pájaro, pajarito, ave
rana, sapo
gallina, pollo, pollito
animales, animal, bicho
sorprendido, sorpresa, asombrado, impactado, shock
guau, wow, hala, ostras, órale, vaya, caray
miedo, aterrador, espeluznante, susto > halloween
navidad, feliz navidad, nochebuena, papá noel
año nuevo, nochevieja, feliz año > celebrar
invierno, frío, nieve, helado
verano, vacaciones, playa
mar, océano, playa
ola, olas, surf
otoño, otoñal
primavera, primaveral
lluvia, llueve, llover, lluvioso, tormenta
sol, soleado, amanecer
atardecer, puesta de sol, ocaso, anochecer
estrellas, estrella, cielo estrellado
espacio, universo, cosmos, galaxia
cohete, nave espacial, despegue
tranquilo, calma, relax, relajado, paz, relajante
café, cafecito, cafés
comida, comer, hambre, rico, delicioso, ñam, hambriento
desayuno, desayunar
pastel, tarta, torta, tarta de cumpleaños, bizcocho
fideos, ramen, pasta
película, peli, cine
coche, carro, auto, conducir, manejar
tren, ferrocarril
viaje, viajar
barco, barca, bote
trabajo, trabajar, curro, oficina, chamba
código, programar, programación, programador
tecnología, ordenador, computadora, informática
espera, esperar, paciencia, un momento, un segundo, por favor espera > cargando
cargando, cargar
choca esos cinco, choca, choca los cinco
amigos, amigo, amiga, amistad, colegas
pulgar arriba, me gusta
bosque, selva, árboles
montañas, montaña
ciudad, ciudades
color, colores, colorido
arcoíris, arco iris
dormir|duerme|durmió|duermo
reír|ríe|rio|riendo|ríen
jugar|juega|jugando
volar|vuela|volando
ir|voy|va|fue
querer|quiero|quiere
llorar|llora|llorando
bailar|baila|bailando
comer|come|comiendo
pez|peces
feliz|felices
luz|luces`,
  ja: `草, www, ワロタ, わろた, 笑, ワロス, うける, ウケる > 笑う, 爆笑, 面白い
笑う, 爆笑, 笑い, 大笑い, 笑った
面白い, おもしろい, おもろい, ウケる, おかしい
おは, おはよ, おはよう, おはようございます, おっは, オハヨー
おやすみ, おやすみなさい, おや, おやすー, ねむる, 就寝 > おやすみ, 寝る
寝る, 眠る, ねる, 睡眠, 眠い, ねむい, 寝てる
疲れた, つかれた, へとへと, お疲れ, おつかれ, お疲れ様, おつ, 乙, 疲れ
こんにちは, こんちは, やあ, ちわ, ハロー, どうも, よっ, 挨拶
バイバイ, さようなら, さよなら, またね, じゃあね, ばいばい, また明日
ありがとう, あざす, あざっす, ありがと, サンキュー, 感謝, あり, ありがとうございます, どうもありがとう, サンクス
ごめん, ごめんなさい, すみません, すまん, めんご, 申し訳ない, 謝罪
お願い, おねがい, お願いします, たのむ
好き, 大好き, 愛してる, すき, だいすき, 愛, 恋, ラブ > 愛, ハート
ハート, はあと, 心
誕生日, たんじょうび, バースデー, おたおめ, たんおめ, 誕プレ, お誕生日, 誕生日おめでとう, ハピバ
おめでとう, おめ, おめでと, 祝, お祝い, おめでとうございます
拍手, パチパチ, ぱちぱち, はくしゅ, 88888, ブラボー
やった, わーい, やったー, イェーイ, ばんざい, 万歳 > 嬉しい, お祝い
嬉しい, うれしい, 幸せ, しあわせ, ハッピー, 喜び
すごい, 凄い, やばい, ヤバい, すげー, 最高, さいこう, 神, 素晴らしい
了解, りょ, りょうかい, おk, オッケー, オーケー, OK, わかった, 承知
はい, うん, イエス, そう, もちろん
いいえ, いや, ノー, ダメ, だめ, むり, 無理, 違う
いいね, グッド, 親指, サムズアップ
わからない, わからん, 知らん, しらない, さあ, 知らない
悲しい, かなしい, 哀しい, つらい, 辛い, ぴえん, しょんぼり, ぱおん
泣く, 泣き, なみだ, 涙, 号泣, 泣いた > 悲しい
怒る, 怒り, おこ, 激おこ, ムカつく
暇, ひま, 退屈, つまらない
びっくり, 驚き, 驚く, まじ, マジ, えっ, ショック, 衝撃
可愛い, かわいい, カワイイ, かわいー, きゃわ, キュート
猫, ねこ, ネコ, にゃんこ, 子猫, にゃー, ニャンコ
犬, いぬ, イヌ, わんこ, 子犬, わんわん, ワンコ
兎, うさぎ, ウサギ
猿, さる, サル
熊, くま, クマ
豚, ぶた, ブタ
鳥, とり, トリ
魚, さかな, サカナ
蛙, かえる, カエル
鶏, にわとり, ニワトリ, ひよこ
亀, かめ, カメ
蛇, へび, ヘビ
蜂, はち, ハチ, ミツバチ
鯨, くじら, クジラ
虎, とら, トラ
龍, 竜, ドラゴン
動物, どうぶつ, アニマル
踊る, ダンス, 踊り, おどる, 踊って, 踊ってる
パーティー, 宴会, パーティ, 飲み会, お祝い
乾杯, かんぱい, ビール, カンパイ
金曜日, 金曜, 花金, 華金, 週末
クリスマス, メリークリスマス, メリクリ, サンタ
正月, お正月, あけおめ, 新年, あけましておめでとう > お祝い
ハロウィン, ハロウィーン, 怖い, こわい, お化け
冬, ふゆ, 雪, 寒い, さむい
夏, なつ, 暑い, あつい, 夏休み, 海
海, うみ, 海洋, オーシャン
波, なみ, ウェーブ
秋, あき, 紅葉
春, はる, 桜
雨, あめ, 梅雨, 雨降り
太陽, たいよう, 日の出, 朝日, お日様
夕日, 夕焼け, ゆうやけ, 日没, 夕暮れ
星, ほし, 星空
月, つき, お月様
宇宙, うちゅう, コスモス, 銀河
ロケット, 宇宙船
夜, よる, 夜空
癒し, のんびり, まったり, リラックス, 穏やか, 落ち着く
コーヒー, 珈琲, カフェ
食べ物, ごはん, ご飯, おいしい, 美味しい, うまい, 食べる, 飯, 腹減った, お腹すいた
朝食, 朝ごはん, 朝ご飯
ケーキ, お菓子, スイーツ, バースデーケーキ
ラーメン, らーめん, 拉麺, 麺
映画, ムービー
車, くるま, ドライブ
電車, 列車, でんしゃ
旅行, 旅, たび
仕事, 働く, しごと
プログラミング, コード, コーディング, エンジニア
待って, 待つ, ちょっと待って, お待ちください, 待機 > 読み込み中
読み込み中, ローディング, ロード中
ハイタッチ, はいたっち
友達, ともだち, 友だち, 仲間
森, もり, 林
山, やま
虹, にじ, レインボー
色, カラー, カラフル`,
}
