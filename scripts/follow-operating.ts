// npm run follow-operating: does what docs/operating.md says, with the blocks of the page itself, on a spare machine: installs an older
// release as root, runs it as the service's user behind nginx, upgrades it to this one, moves it to PostgreSQL, backs it up, restores it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Guide } from './operating/guide.ts';
import { SpareMachine } from './operating/spare-machine.ts';
import { ROOT } from './root.ts';

/** The release that is upgraded from: before the schema of 0028 and later, and the first with the settings of the page. */
const olderRelease = '0974455241';
const miner = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1';
const secret = 'cat /var/lib/openlode/secret';

const why = SpareMachine.whyNot();
if (why !== undefined) {
  console.error(`docs/operating.md cannot be followed here: ${why}.`);
  // What test runners take for "skipped": nothing is known of the page.
  process.exit(77);
}

const guide = new Guide(readFileSync(join(ROOT, 'docs/operating.md'), 'utf8'));
const machine = await SpareMachine.start();
const started = performance.now();
let step = 'start';

/** Says what comes next, and when. */
function begin(name: string): void {
  step = name;
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

/** Runs lines that must succeed, and answers what they print. */
async function run(script: string): Promise<string> {
  const { code, text } = await machine.run(script);
  if (code === 0) return text;
  throw new Error(`${script.trim()}\nended with ${code}:\n${text}`);
}

/** Runs a block of the page, in the shell function that the page defines. */
async function follow(name: string): Promise<string> {
  begin(name);
  return await run(`${defineOpenlode}\n${guide.commands(name)}`);
}

async function write(path: string, text: string, mode = '644'): Promise<void> {
  await run(
    `mkdir -p "$(dirname ${path})"\ncat > ${path} <<'EOF_OF_FILE'\n${text}EOF_OF_FILE\nchmod ${mode} ${path}`,
  );
}

function expectText(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`${String(pattern)} is not in:\n${text}`);
}

const git = (...args: readonly string[]): string => {
  // A stash has an author, and a machine that only tests has none.
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['-c', 'safe.directory=*', '-c', 'user.name=Openlode', '-c', 'user.email=guide@pool.example', ...args],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
};

/** The clone that the page clones and pulls from: first at the older release, then at what lies here, with changes of known files. */
function makeOrigin(): { readonly from: string; upgrade(): void } {
  const origin = join(machine.folder, 'origin.git');
  // Asked first: a file that was only touched makes `stash create` end with 1 and no word.
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  const here = isChanged ? git('stash', 'create') : git('rev-parse', 'HEAD');
  const hasOlder = spawnSync(
    'git',
    ['-c', 'safe.directory=*', 'cat-file', '-e', `${olderRelease}^{commit}`],
    { cwd: ROOT },
  );
  const from = hasOlder.status === 0 ? olderRelease : here;
  if (from === here)
    console.log(`The history here does not have ${olderRelease}: the upgrade changes nothing.`);
  git('init', '--quiet', '--bare', '--initial-branch=main', origin);
  git('push', '--quiet', origin, `${from}^{commit}:refs/heads/main`);
  return { from, upgrade: () => void git('push', '--quiet', origin, `${here}:refs/heads/main`) };
}

/** A certificate authority of the machine's own, and what it signs for pool.example: `live` as certbot lays it out. */
async function certify(serial: number): Promise<void> {
  await run(`mkdir -p /etc/ca /etc/letsencrypt/live/pool.example && cd /etc/ca
    [ -f ca.pem ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj '/CN=Test CA' -keyout ca.key -out ca.pem
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=pool.example -keyout new.key -out new.csr
    printf 'subjectAltName=DNS:pool.example\\n' > names
    openssl x509 -req -in new.csr -CA ca.pem -CAkey ca.key -set_serial ${serial} -days 7 -extfile names -out new.pem
    cp new.key /etc/letsencrypt/live/pool.example/privkey.pem
    cat new.pem ca.pem > /etc/letsencrypt/live/pool.example/fullchain.pem`);
}

/** The serial number of the certificate that a port of the machine shows, where it is the one of the authority and of this name. */
const shownSerial = (port: number): string =>
  `openssl s_client -connect 127.0.0.1:${port} -servername pool.example -CAfile /etc/ca/ca.pem -verify_hostname pool.example \
     -verify_return_error < /dev/null 2>/dev/null | openssl x509 -noout -serial`;

async function startPostgres(): Promise<void> {
  await run(`bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
    install -d -o postgres /var/lib/postgresql && cd /var/lib/postgresql
    runuser -u postgres -- $bin/initdb -D data --auth-local=peer --auth-host=scram-sha-256 --encoding=UTF8 --locale=C > /dev/null
    runuser -u postgres -- $bin/pg_ctl -D data -l log -w -o '-k /run/postgresql -c fsync=off' start`);
}

async function mineAShare(): Promise<void> {
  begin('a miner');
  await run(`cd /opt/openlode/app && set +o pipefail
    timeout 90 node --import tsx scripts/mine.ts ${miner} 3433 2>&1 | grep -m 1 -E ' [1-9][0-9]* shares accepted'`);
}

/** The pool as it must be after every change: ready, nothing ill, its miner known, its database sound. */
async function expectWell(): Promise<void> {
  const openlode = (command: string) => run(`${defineOpenlode}\nopenlode ${command}`);
  const doctor = await openlode('doctor');
  if (doctor.includes('BAD')) throw new Error(doctor);
  expectText(await openlode('audit'), /^The ledger is sound/m);
  expectText(await openlode('miners list'), new RegExp(miner.slice(5, 39)));
}

async function installAndStart(from: string): Promise<void> {
  begin(`install ${from}`);
  const install = guide.commands('install');
  expectText(install, /https:\/\/example\.org\/openlode\.git/);
  await run(install.replace('https://example.org/openlode.git', join(machine.folder, 'origin.git')));
  await write('/etc/openlode.env', guide.file('/etc/openlode.env'));
  await follow('protect-settings');
  const unit = '/etc/systemd/system/openlode.service';
  await write(unit, guide.file(unit));
  await run(
    `if command -v systemd-analyze > /dev/null; then systemd-analyze verify ${unit}; else echo 'no systemd-analyze here'; fi`,
  );
  expectText(await follow('start'), /"ready":true/);
}

async function putNginxInFront(): Promise<void> {
  await certify(1001);
  await write('/etc/nginx/sites-enabled/openlode', guide.file('/etc/nginx/sites-enabled/openlode'));
  await follow('start-nginx');
  const ask = (what: string) =>
    run(`curl -sS --cacert /etc/ca/ca.pem -o /dev/null -w '%{http_code} %{redirect_url}' ${what}`);
  expectText(await ask('https://pool.example/'), /^200 $/);
  expectText(await ask('https://pool.example/metrics'), /^404 $/);
  expectText(await ask('http://pool.example/'), /^301 https:\/\/pool\.example\/$/);
}

async function upgrade(origin: { upgrade(): void }): Promise<void> {
  origin.upgrade();
  await follow('upgrade');
  // The older release does not have this command.
  expectText(await follow('check-settings'), /can be used as it is/);
  await expectWell();
}

/** Both servers offer the renewed certificate, and the pool is still the same process. */
async function renewCertificates(): Promise<void> {
  begin('renew the certificates');
  const hook = '/etc/letsencrypt/renewal-hooks/deploy/openlode';
  await write(hook, guide.file(hook), '755');
  await certify(1002);
  const pid = await run('cat /run/openlode.pid');
  await run(`RENEWED_LINEAGE=/etc/letsencrypt/live/pool.example ${hook}`);
  for (const port of [443, 4433])
    await run(
      `for _ in $(seq 300); do [ "$(${shownSerial(port)})" = serial=03EA ] && exit 0; sleep 0.25; done; exit 1`,
    );
  await run(`[ "$(cat /run/openlode.pid)" = ${pid.trim()} ] && kill -0 ${pid.trim()}`);
}

/** The release that lies here, started for the first time by the unit: nothing is left of an older one. */
async function startAfresh(): Promise<void> {
  begin('a first start of this release');
  await run(`systemctl stop openlode
    mv /var/lib/openlode /var/lib/openlode.old && install -d -m 700 -o openlode -g openlode /var/lib/openlode
    sed -i /^DATABASE_URL/d /etc/openlode.env
    mkdir -p /etc/openlode && echo OPENLODE_EXCHANGES_FILE=/etc/openlode/exchanges.json >> /etc/openlode.env`);
  await write('/etc/openlode/exchanges.json', guide.file('/etc/openlode/exchanges.json'));
  expectText(await run(guide.commands('start')), /"ready":true/);
  expectText(await run(`${defineOpenlode}\nopenlode exchanges list`), /An exchange/);
}

const defineOpenlode = guide.commands('define-openlode');
try {
  const origin = makeOrigin();
  await installAndStart(origin.from);
  await putNginxInFront();
  await mineAShare();
  await upgrade(origin);
  await renewCertificates();
  await startPostgres();
  const before = await run(secret);
  expectText(await follow('move-to-postgres'), /sound on both sides[^]*"ready":true/);
  await expectWell();
  await follow('backup');
  expectText(await follow('try-a-restore'), /The ledger is sound/);
  expectText(await follow('restore'), /Each is known[^]*Payouts leave again/);
  if ((await run(secret)) !== before) throw new Error('the restore brought another secret');
  await expectWell();
  await startAfresh();
  // From the first start of this release on: until then the older one meets articles of a newer form, and says so.
  const errors = await run(
    `awk '/"msg":"the pool starts"/ { on = 1 } on' /var/log/openlode.log | grep -E '"level":(50|60)' || true`,
  );
  if (errors !== '') throw new Error(`the log has errors:\n${errors}`);
  if (guide.untaken().length > 0)
    throw new Error(`blocks that were not followed: ${guide.untaken().join(', ')}`);
  begin('docs/operating.md holds');
} catch (error) {
  console.error(`\ndocs/operating.md does not hold at: ${step}\n${(error as Error).message}`);
  console.error((await machine.run('tail -n 30 /var/log/openlode.log')).text);
  process.exitCode = 1;
} finally {
  await machine.close();
}
