"""Routes of servers, as each framework declares them, and endpoints on pages that they refute."""

import pytest

from doclint import Valid, lint_text
from doclint.packages.routes import STATED, Route, routes, segments
from doclint.page.endpoints import endpoints, has_endpoints
from doclint.repository.in_memory import Memory
from doclint.testing import page_of

SOURCES = {
    "fastapi": (
        "app/users.py",
        """\
from fastapi import APIRouter
router = APIRouter(prefix='/users', tags=['a'])

@router.get('/{id}')
async def show(id): ...

@router.api_route('/{id}/x', methods=['put', 'PATCH'])
def x(): ...
# @router.post('/gone')
""",
        {"GET users/*", "PATCH,PUT users/*/x"},
    ),
    "flask": (
        "app.py",
        """\
from flask import Flask, Blueprint
bp = Blueprint('a', __name__, url_prefix='/v1')

@bp.route('/pears')
def pears(): ...

@bp.route(
    '/pears/<int:id>',
    methods=['GET', 'DELETE'],
)
def pear(id): ...
@app.route('/all', methods=METHODS)
def every(): ...
""",
        {"DELETE,GET v1/pears/*", "GET v1/pears", "any all"},
    ),
    "django": (
        "shop/urls.py",
        """\
urlpatterns = [path('pears/<int:id>/', views.pear), re_path(r'^figs$', views.figs)]
""",
        {"any figs", "any pears/*"},
    ),
    "express": (
        "src/routes/users.js",
        """\
const express = require('express')
const router = express.Router()
router.get('/', list)
router.route('/:id').put(change)
router.post('/:id/photos', upload)
http.get('/other')
client.delete('/a/b', c)
""",
        {"GET ", "POST */photos", "any *"},
    ),
    "nest": (
        "src/pears.controller.ts",
        """\
import { Controller, Get } from '@nestjs/common'
@Controller('pears')
export class A {
  @Get()
  all() {}
  @Post(':id/eat')
  eat() {}
}
@Controller({ path: 'figs', version: '1' })
class B {
  @Delete(':id')
  drop() {}
}
""",
        {"DELETE figs/*", "GET pears", "POST pears/*/eat"},
    ),
    "next": (
        "web/app/(shop)/api/pears/[id]/route.ts",
        """\
export async function GET() {}
export { handle as PUT }
export const POST = handle
""",
        {"GET,POST,PUT api/pears/*"},
    ),
    "next pages": (
        "src/pages/api/pears/index.ts",
        """\
export default function handle() {}
""",
        {"any api/pears"},
    ),
    "spring": (
        "src/PearController.java",
        """\
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping("/api/pears")
public class PearController {
  @GetMapping
  List<Pear> all() {}
  @PostMapping("/{id}/eat")
  void eat() {}
  @DeleteMapping(value = "/{id}")
  void drop() {}
}
""",
        {"DELETE api/pears/*", "GET api/pears", "POST api/pears/*/eat", "any api/pears"},
    ),
    "aspnet": (
        "PearsController.cs",
        """\
using Microsoft.AspNetCore.Mvc;
[ApiController]
[Route("api/[controller]")]
public class PearsController : ControllerBase
{
    [HttpGet]
    public int All() => 1;
    [HttpPut("{id:int}")]
    public int Put(int id) => 1;
}
""",
        {"GET api/pears", "PUT api/pears/*"},
    ),
    "gin": (
        "main.go",
        """\
package main

import "github.com/gin-gonic/gin"

func main() {
	r := gin.Default()
	v1 := r.Group("/v1")
	pears := v1.Group("/pears")
	pears.GET("/:id", show)
	r.POST("/login", login)
	h := c.Header.Get("X-A")
}
""",
        {"GET v1/pears/*", "POST login"},
    ),
    "laravel": (
        "routes/api.php",
        """\
<?php
Route::middleware('auth')->post('/pears/{id}', [A::class, 'x']);
Route::apiResource('figs', B::class);
""",
        {"POST pears/*", "any figs/**"},
    ),
    "openapi": (
        "docs/openapi.yaml",
        """\
openapi: 3.0.0
paths:
  /pears/{id}:
    get: {}
    parameters: []
    delete: {}
""",
        {"DELETE,GET pears/*"},
    ),
}


def shown(route: Route) -> str:
    return f"{','.join(sorted(route.methods)) or 'any'} {'/'.join(route.segments)}"


@pytest.mark.parametrize("name", SOURCES)
def test_frameworks(name: str) -> None:
    path, text, expected = SOURCES[name]
    found = routes(Memory({path: text}))
    assert {shown(one) for one in found.found} == expected
    assert not found.computed


def test_mounted_routers() -> None:
    app = (
        "import express from 'express'\nimport pears from './routes/pears'\n"
        "app.use('/api/pears', auth, pears)\napp.use('/api/figs', require('./figs.js'))\n"
    )
    router = (
        "import { Router } from 'express'\nconst router = Router()\nrouter.post('/', make)\nrouter.get('/:id', show)\n"
    )
    found = routes(Memory({"app.js": app, "routes/pears.js": router, "figs.js": router}))
    assert {shown(one) for one in found.found} == {
        *("POST api/pears", "GET api/pears/*", "POST api/figs", "GET api/figs/*"),
    }


def test_modules_of_one_name() -> None:
    app = (
        "from shop.pears.router import router as pears\nfrom shop.figs import router\nfrom shop.plums import api\n"
        "app.include_router(pears, prefix='/pears')\napp.include_router(router.router, prefix='/figs')\n"
        "app.include_router(api, prefix=PLUMS)\napp.include_router(api, prefix='/plums')\n"
    )
    router = "from fastapi import APIRouter\nrouter = APIRouter()\n@router.get('/{name}')\ndef show(name): ...\n"
    modules = ("shop/pears/router.py", "shop/figs/router.py", "shop/plums.py", "shop/router.py")
    found = routes(Memory({"app.py": f"import fastapi\n{app}", **dict.fromkeys(modules, router)}))
    assert {(one.path, shown(one)) for one in found.found} == {
        ("shop/pears/router.py", "GET pears/*"),
        ("shop/figs/router.py", "GET figs/*"),
        ("shop/plums.py", "GET plums/*"),
        ("shop/plums.py", "GET *"),
        ("shop/router.py", "GET *"),
    }


def test_computed_routes_are_unknown() -> None:
    text = "from fastapi import APIRouter\n\n@router.post(PATH)\ndef a(): ...\n\n@router.get(f'/{x}')\ndef b(): ...\n"
    assert routes(Memory({"a.py": text})).computed == {"POST", "GET"}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/api/Users/{id}/", ("api", "users", "*")),
        ("/users/:id?all=1", ("users", "*")),
        ("/users/<int:id>/7", ("users", "*", "*")),
        ("/files/{path:path}", ("files", "**")),
        ("/files/[...slug]", ("files", "**")),
        ("", ()),
    ],
)
def test_segments(path: str, expected: tuple[str, ...]) -> None:
    assert segments(path) == expected


def reports(text: str, path: str, files: dict[str, str]) -> bool:
    return bool(lint_text(text, path=path, sources=files, rules=["wrong-http-method"]).findings)


ROUTER = "from fastapi import APIRouter\n\n{}\n"


@pytest.mark.parametrize(
    ("declared", "claim", "is_refuted"),
    [
        ("@router.get('/shop/pears/{id}')", "`POST /shop/pears/{id}`", True),
        ("@router.get('/shop/pears/{id}')", "`POST https://shop.example/api/v1/shop/pears/<id>`", True),
        ("@router.get('/api/v2/pears/{id}')", "curl -X POST /pears/:id and `POST /pears/:id`", True),
        ("@router.get('/shop/pears')", "`POST /shop/figs`", False),
        ("@router.get('/pears')", "`POST /pears`", False),
        ("@router.get('/admin/pears/{id}')", "`POST /pears/{id}`", False),
        ("@router.get('/shop/pears/{id}')", "`POST /shop/pears/rotten`", False),
        ("@router.get('/shop/pears/{id}')\n@router.post('/pears/{id}')", "`POST /shop/pears/{id}`", False),
        ("@router.get('/shop/pears')\n@router.post('/{name}')", "`POST /shop/pears`", False),
        ("@router.get('/shop/pears')\n@router.post('/shop/{rest:path}')", "`POST /shop/pears`", False),
        ("@router.get('/shop/pears')\n@router.post('')", "`POST /shop/pears`", False),
        ("@router.get('/pears/{id}')", "`POST /api/shop/pears/{id}`", True),
        ("@router.get('/pears/{id}')", "`POST /api/mail/pears/{id}`", False),
        ("@router.get('/shop/pears')", "`POST /shop/pears|figs/{id}`", False),
        ("@router.get('/shop/pears')", "|POST /shop/pears|pears|", True),
        ("@router.get('/shop/pears')\n@router.post('/api/shop/pears')", "`POST /v2/shop/pears`", False),
        ("@router.get('/shop/pears')", "You would `POST /shop/pears`.", False),
        ("@router.get('/shop/pears')", "`POST /shop/pears/`", False),
        ("@router.get('/shop/pears')", "`PUT`, `POST /shop/pears`: GET/POST /shop/pears", False),
    ],
)
def test_claims(declared: str, claim: str, is_refuted: bool) -> None:
    files = {"shop/pears.py": ROUTER.format(declared)}
    assert reports(f"# Pears\n\n{claim}\n", "docs/pears.md", files) is is_refuted


@pytest.mark.parametrize("method", STATED)
def test_methods_on_pages(method: str) -> None:
    page = page_of(Valid(f"The page says `{method} /shop/pears`.\n"))
    assert has_endpoints(page)
    assert [one.method for one in endpoints(page)] == [method]


def test_routes_of_tests_and_plans_prove_nothing() -> None:
    source = ROUTER.format("@router.get('/shop/pears')")
    for files, page in (({"tests/pears.py": source}, "docs/a.md"), ({"a.py": source}, "docs/prompts.md")):
        assert not reports("`POST /shop/pears`\n", page, files)
