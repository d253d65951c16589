#!/bin/sh
make deploy
