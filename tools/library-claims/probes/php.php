<?php
// Tells what PHP and its installed libraries declare. Reads claims as JSON from stdin, writes looks as JSON to stdout.
error_reporting(0);
foreach (glob('/usr/share/php/{phpseclib3,phpseclib,GuzzleHttp,Illuminate/*}/autoload.php', GLOB_BRACE) as $file) {
    try { require_once $file; } catch (Throwable) {}
}
$versions = ['phpseclib3' => 'php-phpseclib3', 'phpseclib' => 'php-phpseclib', 'GuzzleHttp' => 'php-guzzlehttp-guzzle', 'Illuminate' => 'php-laravel-framework'];

function signature(ReflectionFunctionAbstract $function): array
{
    $parameters = [];
    $more = false;
    foreach ($function->getParameters() as $one) {
        if ($one->isVariadic()) $more = true;
        else $parameters[] = ['name' => $one->getName()];
    }
    return ['is' => 'declared', 'signatures' => [['parameters' => $parameters, 'takesMore' => $more]]];
}

function exists(string $class): bool
{
    try { return class_exists($class) || interface_exists($class) || trait_exists($class); } catch (Throwable) { return false; }
}

/** Whether anything of the class's library is there: an autoloader that has its name space. */
function isToldOf(string $class): bool
{
    global $versions;
    $root = explode('\\', $class)[0];
    return isset($versions[$root]) && is_dir("/usr/share/php/$root");
}

function look(array $claim): array
{
    ['path' => $path, 'kind' => $kind] = $claim;
    $class = str_replace('.', '\\', $path);
    if (isset($claim['member'])) {
        if (!exists($class)) return isToldOf($class) ? ['is' => 'missing', 'isTypeMissing' => true] : ['is' => 'untold'];
        if ($kind === 'property') return property_exists($class, $claim['member']) ? ['is' => 'declared'] : ['is' => 'untold'];
        if (!method_exists($class, $claim['member'])) return ['is' => method_exists($class, '__call') ? 'untold' : 'missing'];
        return signature(new ReflectionMethod($class, $claim['member']));
    }
    if ($kind === 'new') {
        if (!exists($class)) return ['is' => isToldOf($class) ? 'missing' : 'untold'];
        $constructor = (new ReflectionClass($class))->getConstructor();
        return $constructor === null ? ['is' => 'declared'] : signature($constructor);
    }
    if ($kind === 'call' && !str_contains($path, '.')) {
        return function_exists($path) ? signature(new ReflectionFunction($path)) : ['is' => 'untold'];
    }
    if ($kind === 'call') {
        $at = strrpos($class, '\\');
        [$owner, $name] = [substr($class, 0, $at), substr($class, $at + 1)];
        if (!exists($owner)) return ['is' => isToldOf($owner) ? 'missing' : 'untold'];
        if (!method_exists($owner, $name)) return ['is' => method_exists($owner, '__callStatic') ? 'untold' : 'missing'];
        return signature(new ReflectionMethod($owner, $name));
    }
    if (exists($class) || defined($path)) return ['is' => 'declared'];
    $at = strrpos($class, '\\');
    if ($at !== false && exists(substr($class, 0, $at))) return ['is' => defined(substr_replace($class, '::', $at, 1)) ? 'declared' : 'missing'];
    return ['is' => isToldOf($class) ? 'missing' : 'untold'];
}

function packageOf(string $path): ?array
{
    global $versions;
    $root = explode('.', $path)[0];
    if (isset($versions[$root]) && is_dir("/usr/share/php/$root")) {
        $version = trim((string) shell_exec("dpkg-query -W -f='\${Version}' " . $versions[$root]));
        return ['package' => $versions[$root], 'version' => $version];
    }
    $extension = function_exists($path) ? (new ReflectionFunction($path))->getExtensionName() : false;
    $version = $extension ? phpversion($extension) : PHP_VERSION;
    return $version === PHP_VERSION ? ['package' => 'php', 'version' => $version] : ['package' => "php-$extension", 'version' => $version];
}

$answers = [];
foreach (json_decode(stream_get_contents(STDIN), true) as $claim) {
    try { $answers[] = ['look' => look($claim), 'package' => packageOf($claim['path'])]; }
    catch (Throwable) { $answers[] = ['look' => ['is' => 'untold'], 'package' => null]; }
}
echo json_encode($answers);
